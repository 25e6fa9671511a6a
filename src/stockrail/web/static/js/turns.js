// The list of turns: it stays where the reader is, loads older turns when he scrolls up, and shows the time on pointing.

import { choose, page, settled } from "./page.js";

const NEAR = 24; // pixels from the end that still count as its end

let newest = true; // whether the reader looks at the newest turns
let shown = ""; // the moment of the past that the list was last moved to
/** What the reader sees at the top of the list. */
let anchor = { id: "", top: 0 };
/** The latest turns as they were last drawn, by id: those that drop out of them are kept above. @type {Map<string, string>} */
let latest = new Map();
let loading = false;

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const box = () => find("logbox");

/** The list has been drawn anew: what was loaded stays if it still belongs to it. */
function settle() {
  const [old, now, later] = [find("log-old"), find("log-latest"), find("log-later")];
  const moved = old.dataset.list !== now.dataset.list;
  if (moved) start(old, now, later);
  else keep(old, now);
  if (moved && find("here")) shown = "elsewhere";
  latest = new Map([...now.children].map((turn) => [turn.id, turn.outerHTML]));
  place();
  if (moved && !newest && !find("here")) reach(anchor.id);
  else fill();
}

/** Nothing that was loaded belongs to this list. @param {HTMLElement} old @param {HTMLElement} now @param {HTMLElement} later */
function start(old, now, later) {
  old.replaceChildren();
  later.replaceChildren();
  old.dataset.list = now.dataset.list;
  old.dataset.before = now.dataset.before;
  later.dataset.after = now.dataset.after;
}

/** Turns that are no longer among the latest go above them. @param {HTMLElement} old @param {HTMLElement} now */
function keep(old, now) {
  const first = now.firstElementChild?.id ?? "";
  if (latest.size && !latest.has(first)) return start(old, now, find("log-later"));
  for (const [id, html] of latest) {
    if (id === first) break;
    if (!find(id)) old.insertAdjacentHTML("beforeend", html);
  }
}

/** Stand where the reader was; at the newest turn, or in the past at the moment shown, if that has changed. */
function place() {
  const list = box();
  const here = find("here");
  const at = here ? (page().dataset.at ?? "") : "";
  const stays = at === shown && (here || !newest);
  if (stays) hold();
  else if (here) list.scrollTop = here.offsetTop - list.offsetTop - (list.clientHeight - here.offsetHeight) / 2;
  else list.scrollTop = list.scrollHeight;
  if (list.clientHeight) shown = at;
  look();
}

/** Put what stood at the top back there. */
function hold() {
  const turn = anchor.id && find(anchor.id);
  if (turn) box().scrollTop += turn.getBoundingClientRect().top - box().getBoundingClientRect().top - anchor.top;
}

/** Notice where the reader is. */
function look() {
  const list = box();
  if (!list.clientHeight) return;
  newest = !find("here") && list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  find("newest").hidden = newest || Boolean(find("here"));
  const top = list.getBoundingClientRect().top;
  for (const turn of list.querySelectorAll("li")) {
    const place = turn.getBoundingClientRect();
    if (place.bottom <= top) continue;
    anchor = { id: turn.id, top: place.top - top };
    return;
  }
}

/** Load turns until there are some beyond both ends of what is seen. */
async function fill() {
  const list = box();
  if (loading || !list.clientHeight) return;
  const below = list.scrollHeight - list.scrollTop - list.clientHeight;
  const more = list.scrollTop < list.clientHeight && (await load("before"));
  if (more || (below < list.clientHeight && (await load("after")))) fill();
}

/** Load older turns until one is there that was seen before. @param {string} id */
async function reach(id) {
  while (id && !find(id) && (await load("before")));
  place();
}

/** One stretch of turns more, before or after those that are there. @param {"before" | "after"} way */
async function load(way) {
  const into = find(way === "before" ? "log-old" : "log-later");
  const list = find("log-latest").dataset.list;
  const key = into.dataset[way];
  if (loading || !key) return false;
  loading = true;
  try {
    const filter = new URLSearchParams(location.search).get("log") ?? "";
    const query = new URLSearchParams({ [way]: key, filter });
    const answer = await fetch(`/game/${page().dataset.game}/log?${query}`, { headers: { Accept: "text/html" } });
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("ol");
    if (!answer.ok || !found || find("log-latest").dataset.list !== list) return false;
    if (way === "before") into.prepend(...found.children);
    else into.append(...found.children);
    into.dataset[way] = found.dataset[way];
  } catch {
    return false; // the next scrolling tries again
  } finally {
    loading = false;
  }
  if (newest) box().scrollTop = box().scrollHeight;
  else hold();
  return true;
}

/** When something happened, for whoever points at it. @param {Event} event */
function date(event) {
  const told = event.target instanceof Element && event.target.closest("#lines [data-t]");
  if (!(told instanceof HTMLElement) || told.title) return;
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const action = (box().dataset.moment ?? "")
    .replace("{at}", told.dataset.at ?? "")
    .replace("{all}", page().dataset.acts ?? "");
  const when = Number(told.dataset.t) ? format.format(Number(told.dataset.t) * 1000) : "";
  told.title = [told.dataset.at ? action : "", when].filter(Boolean).join(" · ");
}

/** Everything that the list listens to. */
export function keepTurns() {
  box().addEventListener("scroll", () => {
    look();
    fill();
  });
  new ResizeObserver(() => {
    place();
    fill();
  }).observe(box());
  find("newest").addEventListener("click", () => {
    box().scrollTop = box().scrollHeight;
  });
  find("log").addEventListener("pointerover", date);
  find("log").addEventListener("focusin", date);
  find("log-choice").addEventListener("change", (event) => {
    const wanted = /** @type {HTMLSelectElement} */ (event.target).value;
    newest = true;
    choose({ log: wanted || null }, ["at"]);
  });
}

settled(settle);
