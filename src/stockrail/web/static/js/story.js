// Pages about a game as a whole: tables that are sorted by a press on a heading, and a link to hand on.

import { toast } from "./send.js";

/** What a cell is sorted by. @param {Element} row @param {number} column */
const key = (row, column) => row.children[column]?.getAttribute("data-key") ?? "";

/** @param {string} a @param {string} b numbers by their size, before all words */
function compared(a, b) {
  const [x, y] = [Number(a), Number(b)];
  return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y;
}

/** Numbers begin with the largest, a second press turns the order round. @param {HTMLElement} button */
function sort(button) {
  const head = button.closest("th");
  const table = button.closest("table");
  const body = table?.tBodies[0];
  if (!head || !table || !body) return;
  const column = Number(button.dataset.sort);
  const was = head.getAttribute("aria-sort");
  const up = was ? was === "descending" : !head.classList.contains("n");
  for (const each of table.querySelectorAll("th[aria-sort]")) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  const rows = [...body.rows];
  rows.sort((a, b) => (up ? 1 : -1) * compared(key(a, column), key(b, column)));
  body.append(...rows);
}

/** The system's own way to hand something on, where there is one; else the link is copied. @param {HTMLElement} button */
async function share(button) {
  const url = location.origin + (button.dataset.share ?? "");
  const text = button.dataset.said ?? "";
  try {
    if (navigator.share) return await navigator.share({ title: text, text, url });
    await navigator.clipboard.writeText(`${text}\n${url}`);
    toast(button.dataset.copied ?? url);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) prompt("", url);
  }
}

/** What has changed since, with the tables sorted as the reader has sorted them. */
async function refresh() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  const here = document.querySelector("main");
  if (!answer?.ok || !here) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  const sorted = [...here.querySelectorAll("th[aria-sort]")].map((head) => ({
    table: head.closest("table")?.id,
    column: head.querySelector("button")?.dataset.sort,
    order: head.getAttribute("aria-sort"),
  }));
  if (next) here.replaceChildren(...next.children);
  for (const { table, column, order } of sorted) {
    const button = document.querySelector(`[id="${table}"] [data-sort="${column}"]`);
    if (!(button instanceof HTMLElement)) continue;
    sort(button);
    if (button.closest("th")?.getAttribute("aria-sort") !== order) sort(button);
  }
}

const live = document.querySelector("main[data-live]");
if (live instanceof HTMLElement) {
  const source = new EventSource(`${live.dataset.live}/events`);
  let soon = 0;
  source.onmessage = (event) => {
    const { kind } = JSON.parse(event.data);
    if (soon || kind === "hello" || kind === "ping") return;
    soon = setTimeout(() => {
      soon = 0;
      refresh();
    }, 1000);
  };
  addEventListener("pagehide", () => source.close());
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const button = event.target.closest("[data-sort],[data-share]");
  if (!(button instanceof HTMLElement)) return;
  if (button.dataset.sort) sort(button);
  else share(button);
});
