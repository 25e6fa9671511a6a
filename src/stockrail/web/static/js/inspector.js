// The inspector: whatever is pointed at, asked of the server; its address stands in the page's own as "look".

import { note, page, settled } from "./page.js";
import { stored } from "./send.js";

const WIDE = matchMedia("(min-width: 1800px)");

/** What a click does otherwise: a choice stays a choice. */
const CHOICES = "a,button,label,summary,select,input,textarea,[role=button]";

const box = () => /** @type {HTMLElement} */ (document.getElementById("inspector"));
const look = () => new URLSearchParams(location.search).get("look") ?? "";

/** What is drawn, so that it is asked for again only if something may have changed. */
let drawn = "";
let asked = 0;
let hex = new URLSearchParams(location.search).get("hex");

/** Where the focus was, by what can be found again after a drawing. @type {string} */
let came = "";

/** Something else is looked at. @param {string} address @param {Element | null} [from] */
export function inspect(address, from = null) {
  if (from && !box().contains(from)) came = selector(from);
  note("look", address);
  return draw(Boolean(from));
}

/** Nothing is looked at any more. */
export function closeInspector() {
  const inside = box().contains(document.activeElement);
  note("look", null);
  draw();
  const back = came && document.querySelector(came);
  if (inside && (back instanceof HTMLElement || back instanceof SVGElement)) back.focus({ preventScroll: true });
}

/** @param {Element} element */
function selector(element) {
  const { inspect: address, company } = /** @type {HTMLElement} */ (element).dataset;
  if (element.id) return `#${CSS.escape(element.id)}`;
  return address ? `[data-inspect="${CSS.escape(address)}"]` : `[data-company="${CSS.escape(company ?? "")}"]`;
}

/** Ask the server if what is shown may have changed. @param {boolean} [focus] */
async function draw(focus = false) {
  const of = look();
  const place = box();
  if (!of && !WIDE.matches) {
    place.hidden = true;
    document.body.classList.remove("inspecting");
    drawn = "";
    return;
  }
  const now = new URLSearchParams(location.search);
  const query = new URLSearchParams({ of });
  for (const name of ["at", "lay"]) if (now.has(name)) query.set(name, now.get(name) ?? "");
  if (of !== `hex:${now.get("hex")}`) query.delete("lay");
  const key = `${query} ${page().dataset.number}`;
  if (key === drawn) return focus && heading();
  drawn = key;
  const turn = ++asked;
  const answer = await fetch(`${place.dataset.src}?${query}`, { headers: { Accept: "text/html" } });
  if (turn !== asked) return;
  if (!answer.ok) return of ? closeInspector() : undefined;
  place.innerHTML = await answer.text();
  place.hidden = false;
  place.classList.toggle("rest", !of);
  document.body.classList.toggle("inspecting", Boolean(of));
  place.scrollTop = 0;
  document.dispatchEvent(new CustomEvent("inspected", { detail: of }));
  if (focus) heading();
  later(turn);
}

function heading() {
  document.getElementById("inspected")?.focus({ preventScroll: true });
}

/** What takes a search is filled in one after the other. @param {number} turn */
async function later(turn) {
  for (const line of box().querySelectorAll("[data-later]")) {
    if (!(line instanceof HTMLElement)) continue;
    const answer = await fetch(line.dataset.later ?? "");
    if (turn !== asked || !line.isConnected) return;
    const said = answer.ok ? await answer.json() : { text: "–", change: 0 };
    line.textContent = said.text;
    line.className = said.change > 0 ? "gain" : said.change < 0 ? "loss" : "";
  }
}

/** What an element stands for. @param {Element | null} element @returns {[string, Element] | null} */
function thing(element) {
  const found = element?.closest("[data-inspect],.co[data-company],#hits > *");
  if (!found) return null;
  if (found.matches("#hits > *")) return [`hex:${found.id.slice(1)}`, found];
  const { inspect: address, company } = /** @type {HTMLElement | SVGElement} */ (found).dataset;
  return [address ?? `company:${company}`, found];
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("[data-close-inspector]")) return closeInspector();
  const choice = target?.closest(CHOICES);
  if (choice && !choice.hasAttribute("data-inspect")) return;
  const found = thing(choice ?? target);
  if (found && !found[1].matches("#hits > *")) inspect(...found);
});

document.addEventListener("inspect", (event) => {
  const of = String(/** @type {CustomEvent} */ (event).detail);
  inspect(of, of.startsWith("hex:") ? document.getElementById(`x${of.slice(4)}`) : null);
});

document.addEventListener(
  "keydown",
  (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && look() && !document.querySelector(":popover-open")) {
      event.stopPropagation();
      return closeInspector();
    }
    if (target.matches("input:not([type=radio]):not([type=checkbox]),select,textarea")) return;
    const hovered = [...document.querySelectorAll(":hover")].at(-1) ?? null;
    const found = thing(target) ?? (target === document.body ? thing(hovered) : null);
    const enters = event.key === "Enter" && found?.[1] === target && target.matches("[data-inspect]:not(button)");
    const looks = event.key.toLowerCase() === "i" && stored("keys") !== "no";
    if (!found || !(enters || looks)) return;
    event.preventDefault();
    event.stopPropagation();
    inspect(...found);
  },
  true,
);

/** An open inspector of a hex follows the choice of another one. */
function follow() {
  const now = new URLSearchParams(location.search).get("hex");
  if (now && now !== hex && look().startsWith("hex:")) note("look", `hex:${now}`);
  hex = now;
}

settled(() => {
  follow();
  draw();
});
WIDE.addEventListener("change", () => draw());
