// The ledger: rows that open stay as the reader left them, and the company that acts is in sight.

import { page, settled } from "./page.js";
import { stored } from "./send.js";

/** What each box was last told by the server. @type {WeakMap<HTMLInputElement, string>} */
const told = new WeakMap();

/** @returns {HTMLInputElement[]} */
const boxes = () =>
  [...document.querySelectorAll("#ledger [data-fold]")].filter((box) => box instanceof HTMLInputElement);

/** A row opens by itself when a choice is among its companies; else it is as the reader left it. */
function fold() {
  for (const box of boxes()) {
    const asked = box.dataset.fold ?? "";
    if (told.get(box) === asked) continue;
    told.set(box, asked);
    box.checked = asked !== "" || stored(box.id) === "open";
  }
}

/** Names that have no room are marked. */
function names() {
  for (const name of document.querySelectorAll("#ledger .name")) {
    const text = name.lastElementChild;
    name.classList.toggle("long", Boolean(text && text.scrollWidth > text.clientWidth));
  }
}

let seen = "";

/** After each move the acting company's row is scrolled into view, in the ledger alone. */
function follow() {
  const now = `${page().dataset.number} ${page().dataset.at}`;
  const ledger = document.getElementById("ledger");
  const row = ledger?.querySelector("tbody tr[aria-current]");
  if (!ledger || !row || now === seen) return;
  seen = now;
  const head = ledger.querySelector("thead")?.getBoundingClientRect().height ?? 0;
  const [frame, box] = [ledger.getBoundingClientRect(), row.getBoundingClientRect()];
  const above = box.top - frame.top - head;
  const below = box.bottom - frame.bottom;
  ledger.scrollTop += above < 0 ? above : Math.max(0, Math.min(below, above));
}

/** The thing beside one that can be looked at: along its row, or in the next row. @param {Element} from @param {number} dx @param {number} dy */
function beside(from, dx, dy) {
  const start = middle(from);
  let best = null;
  let least = Infinity;
  for (const one of document.querySelectorAll("#ledger [data-inspect]")) {
    if (!(one instanceof HTMLElement) || !one.checkVisibility()) continue;
    const { x, y } = middle(one);
    const along = (x - start.x) * dx + (y - start.y) * dy;
    const across = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
    const cost = dx ? along + 50 * across : 50 * along + across;
    if (along > 1 && (dy || across < 14) && cost < least) [best, least] = [one, cost];
  }
  return best;
}

/** @param {Element} element */
function middle(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Arrows lead from sign to share to train; elsewhere they lead through the game. */
document.getElementById("ledger")?.addEventListener("keydown", (event) => {
  const from = event.target instanceof Element ? event.target : null;
  const way = WAYS[event.key];
  if (!way || !from?.matches("[data-inspect]")) return;
  event.preventDefault();
  event.stopPropagation();
  beside(from, ...way)?.focus();
});

document.addEventListener("change", (event) => {
  const box = event.target;
  if (box instanceof HTMLInputElement && boxes().includes(box)) stored(box.id, box.checked ? "open" : "folded");
});

settled(fold);
settled(names);
settled(follow);
new ResizeObserver(names).observe(/** @type {HTMLElement} */ (document.getElementById("ledger")));
