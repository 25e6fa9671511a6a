// Since the reader's last turn: a replay of what happened in a few seconds, and marks on what has changed.

import { goTo } from "./log.js";
import { page, settled } from "./page.js";

const LENGTH = 6000; // milliseconds for the whole replay
const FRAMES = 24; // moments that it shows at most
const [QUICK, SLOW] = [250, 900]; // milliseconds for one of them

/** The moments that are still to be shown, and which of them is. @type {{ moments: number[], at: number }} */
let replay = { moments: [], at: 0 };
let timer = 0;
let paused = false;

/** The moments between two positions: all, or so many of them, the last one always. @param {number} from @param {number} to */
function moments(from, to) {
  const count = Math.min(FRAMES, to - from);
  return Array.from({ length: count }, (_, n) => from + Math.round(((n + 1) * (to - from)) / count));
}

const bar = () => document.getElementById("replay");

/** Begin at the reader's last turn. */
function start() {
  const { since, acts } = page().dataset;
  replay = { moments: moments(Number(since), Number(acts)), at: -1 };
  paused = false;
  next();
}

/** Show a moment by its place in the row; after the last one it is now. @param {number} at */
async function show(at) {
  clearTimeout(timer);
  replay.at = Math.max(0, at);
  if (at >= replay.moments.length) return end();
  say();
  await goTo(String(replay.moments[replay.at]));
  const wait = Math.max(QUICK, Math.min(SLOW, LENGTH / replay.moments.length));
  if (!paused && replay.moments.length) timer = setTimeout(next, wait);
}

const next = () => show(replay.at + 1);

function end() {
  clearTimeout(timer);
  replay = { moments: [], at: 0 };
  say();
  goTo("");
}

/** @param {boolean} now */
function pause(now) {
  paused = now;
  clearTimeout(timer);
  if (paused) say();
  else next();
}

/** The bar says how far the replay has come, and whether it waits. */
function say() {
  const place = bar();
  if (!place) return;
  place.hidden = !replay.moments.length;
  const count = place.querySelector("output");
  if (count) count.textContent = `${replay.at + 1} / ${replay.moments.length}`;
  const button = place.querySelector("[data-replay=pause]");
  button?.setAttribute("aria-pressed", String(paused));
}

/** @type {Record<string, () => void>} */
const presses = {
  start,
  pause: () => pause(!paused),
  back: () => stop(() => show(replay.at - 1)),
  next: () => stop(next),
  end,
};

/** Whoever steps by hand goes on by hand. @param {() => void} work */
function stop(work) {
  paused = true;
  work();
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest("[data-replay]");
  if (button instanceof HTMLElement) presses[button.dataset.replay ?? ""]?.();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && replay.moments.length) end();
});

// -- marks ---------------------------------------------------------------------------------------------------------

/** The figures of a page as the reader last knew them. @type {{ since: string, known: Map<string, string> }} */
let then = { since: "", known: new Map() };

/** What stands in each cell of the ledger, and in the bank. @param {ParentNode} root @returns {Map<string, Element>} */
function cells(root) {
  const found = new Map();
  for (const row of root.querySelectorAll("#ledger tr[id]")) {
    const price = row.querySelector("th .price");
    if (price) found.set(`${row.id} price`, price);
    [...row.querySelectorAll("td")].forEach((cell, n) => found.set(`${row.id} ${n}`, cell));
  }
  const bank = root.querySelector("#f-bank");
  if (bank) found.set("bank", bank);
  return found;
}

/** @param {Element} cell */
const words = (cell) => (cell.textContent ?? "").replace(/\s+/g, " ").trim();

/** What is marked: the title that was there before, and ours. @type {Map<Element, [string | null, string]>} */
const marked = new Map();

/** Take all marks off: a cell that has not changed since is not drawn again. */
function clear() {
  for (const [cell, [title, ours]] of marked) {
    cell.classList.remove("since");
    if (cell.getAttribute("title") !== ours) continue; // it was drawn anew
    if (title === null) cell.removeAttribute("title");
    else cell.setAttribute("title", title);
  }
  marked.clear();
}

/** Mark what differs from the reader's last turn; what it was can be read by pointing at it. */
async function mark() {
  clear();
  const { since, at, game, was } = page().dataset;
  if (!since || at) return;
  if (then.since !== since) {
    const answer = await fetch(`/game/${game}?at=${since}&part=1`, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const old = new DOMParser().parseFromString(await answer.text(), "text/html");
    then = { since, known: new Map([...cells(old)].map(([key, cell]) => [key, words(cell)])) };
  }
  if (page().dataset.since !== since || page().dataset.at) return;
  for (const [key, cell] of cells(document)) {
    const before = then.known.get(key);
    if (before === words(cell) || (before === undefined && words(cell) === "·")) continue;
    const title = cell.getAttribute("title");
    const ours = before === undefined ? (title ?? "") : (was ?? "").replace("{before}", before);
    marked.set(cell, [title, ours]);
    cell.classList.add("since");
    if (ours) cell.setAttribute("title", ours);
  }
}

settled(mark);
