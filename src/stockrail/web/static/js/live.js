// News: what happens at the table while this page is open.

import { acting } from "./acting.js";
import { fetching, page, refresh, settled, show } from "./page.js";
import { stored, toast } from "./send.js";

/** @typedef {{ kind: string, number?: number, drawn?: string, was?: string, html?: string }} News */

/** @type {EventSource | null} */
let source = null;

/** Listen for as long as the page is open: one stream at a time, the latest. */
export function listen() {
  source?.close();
  const stream = new EventSource(`/game/${page().dataset.game}/events`);
  source = stream;
  stream.onmessage = (event) => {
    const missed = lost;
    online(true);
    hear(JSON.parse(event.data), missed);
  };
  stream.onerror = () => {
    online(false);
    if (stream.readyState === EventSource.CLOSED) setTimeout(again, 2000 + 4000 * Math.random(), stream); // not all at once
  };
}

/** A stream that has ended begins anew, unless another has taken its place. @param {EventSource} stream */
function again(stream) {
  if (source === stream) listen();
}

addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", (event) => event.persisted && listen()); // back from where the reader has gone
addEventListener("online", () => lost && listen()); // the browser knows it first
document.addEventListener("lost", () => {
  online(false); // a request found no server: whether the stream still works, its greeting will tell
  listen();
});

/**
 * Draw what has changed if it fits what is shown here, else fetch the page. It does not fit if something was missed, or
 * if the reader has chosen something: then the server did not name the drawing.
 * @param {News} news
 * @param {boolean} missed whether the line was broken before
 */
function hear(news, missed) {
  if (acting() || upToDate(news, missed)) return; // whoever acts draws the page afterwards
  const follows = news.html && news.was === page().dataset.drawn && !fetching();
  if (!follows || !show(news.html ?? "")) refresh();
}

/** Whether the page shows what the news are about. @param {News} news @param {boolean} missed */
function upToDate(news, missed) {
  const { drawn, number } = page().dataset;
  if (news.kind === "again") return false;
  if (drawn && news.drawn) return drawn === news.drawn || Number(news.number) < Number(number);
  const sign = ["hello", "ping"].includes(news.kind); // else something was said, or somebody sat down
  return sign && !missed && String(news.number ?? number) === number;
}

let lost = false;

/** While the line is broken a notice says so. @param {boolean} now */
function online(now) {
  const notice = document.getElementById("offline");
  if (now) notice?.remove();
  if (now) for (const said of document.querySelectorAll(".refusal[data-lost]")) said.setAttribute("hidden", "");
  if (now && lost) toast(page().dataset.online ?? "");
  if (!now && !notice) {
    const made = document.createElement("p");
    made.id = "offline";
    made.textContent = page().dataset.offline ?? "";
    document.getElementById("toasts")?.append(made);
  }
  lost = !now;
}

let mine = Boolean(page().dataset.mine);

/** The turn came to the reader while he was looking, or elsewhere. */
function yourTurn() {
  const came = Boolean(page().dataset.mine) && !mine;
  mine = Boolean(page().dataset.mine);
  if (!came) return;
  const text = page().dataset.turn ?? "";
  toast(text);
  if (
    document.hidden &&
    stored("notify") === "yes" &&
    "Notification" in window &&
    Notification.permission === "granted"
  ) {
    new Notification("Stockrail", { body: text });
  }
}

settled(yourTurn);
