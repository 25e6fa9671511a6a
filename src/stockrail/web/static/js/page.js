// The page of a table: what the reader has chosen stands in the address, the server draws the rest.

import { fits, morph } from "./morph.js";
import { token } from "./send.js";

/** @returns {HTMLElement} */
export const page = () => /** @type {HTMLElement} */ (document.getElementById("page"));

/** @type {(() => void)[]} */
const after = [];

/** What a component does after each drawing, the first one included. @param {() => void} work */
export function settled(work) {
  after.push(work);
}

/** The page has been drawn, as a whole or in parts. */
export function settle() {
  for (const work of after) work();
}

/** What the reader has set for himself: it stays in the address whatever he chooses. */
const LASTING = ["view", "map", "fill", "log", "look"];

/** The address with some of its choices changed. @param {Record<string, string | null>} changes @param {string[]} keep */
export function address(changes, keep) {
  const old = new URLSearchParams(location.search);
  const now = new URLSearchParams();
  for (const name of [...LASTING, ...keep]) if (old.has(name)) now.set(name, old.get(name) ?? "");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) now.delete(name);
    else now.set(name, value);
  }
  const text = now.toString();
  return location.pathname + (text ? `?${text}` : "") + location.hash;
}

/** Choose something on this page. @param {Record<string, string | null>} changes @param {string[]} [keep] */
export function choose(changes, keep = []) {
  history.replaceState(null, "", address(changes, keep));
  return refresh();
}

/** Note something in the address that changes only how this page looks. @param {string} name @param {string | null} value */
export function note(name, value) {
  history.replaceState(null, "", address({ [name]: value }, [...new URLSearchParams(location.search).keys()]));
}

/** @type {Promise<void> | null} */
let drawing = null;
let again = false;

/** Whether the page is being fetched. */
export const fetching = () => drawing !== null;

/**
 * Fetch the page as it is now and make this one equal to it. Bots may act faster than anybody can draw: what comes
 * while a drawing is on its way is drawn once, after it.
 */
export async function refresh(focus = false) {
  again = true;
  drawing ??= (async () => {
    while (again) {
      again = false;
      await draw().catch(() => undefined);
    }
    drawing = null;
  })();
  await drawing;
  if (focus) document.getElementById("prompt")?.focus({ preventScroll: true });
}

let leaving = false;

/** Whether the reader is on the way to another page: nothing should bring them back. @param {boolean} now */
export function leave(now) {
  leaving = now;
}

/** The table is not to be seen any more: it was removed, or spectators are shut out. */
const GONE = [403, 404, 410];

async function draw() {
  const url = new URL(location.href);
  url.searchParams.set("part", "1");
  url.hash = "";
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  if (GONE.includes(answer.status) && !leaving) location.reload(); // the server says why
  if (!answer.ok) return;
  show(await answer.text());
}

/**
 * Make the page equal to what the server has drawn. Returns false, and changes nothing, if a part is missing that the
 * server did not send because it has not changed.
 * @param {string} html
 */
export function show(html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("page");
  if (!next || !fits(next)) return false;
  for (const field of next.querySelectorAll("[name=_csrf_token]")) field.setAttribute("value", token());
  const numbers = figures();
  const refusal = document.getElementById("refusal");
  if (refusal && next.dataset.number !== page().dataset.number) refusal.hidden = true;
  morph(page(), next);
  tint(numbers);
  document.title = page().dataset.title ?? document.title;
  settle();
  return true;
}

/** The numbers that a player watches, by their ids. */
function figures() {
  const found = new Map();
  for (const cell of document.querySelectorAll("[id^=cash],[id^=worth],[id^=price-],#f-bank,#f-phase")) {
    found.set(cell.id, cell.textContent);
  }
  return found;
}

/** A number that has changed is marked for a moment. @param {Map<string, string | null>} before */
function tint(before) {
  for (const [id, text] of figures()) {
    if (!before.has(id) || before.get(id) === text) continue;
    const cell = document.getElementById(id);
    cell?.classList.add("changed");
    setTimeout(() => cell?.classList.remove("changed"), 1500);
  }
}
