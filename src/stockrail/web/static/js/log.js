// Log, chat and history: the reader's clock, what was said unread, and the slider through the game.

import { choose, page, settled } from "./page.js";
import { stored } from "./send.js";

/** Show the position after so many actions; "" is now. @param {string} at */
export function goTo(at) {
  return choose(at === "" || at === page().dataset.acts ? {} : { at });
}

let sliding = 0;

/** @param {HTMLInputElement} slider */
export function slide(slider) {
  clearTimeout(sliding);
  sliding = setTimeout(() => goTo(slider.value), 60);
}

/** The server's clock becomes the reader's. */
function clocks() {
  const format = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }); // short and the same for all
  const whole = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of document.querySelectorAll("#log time[data-t]")) {
    if (!(time instanceof HTMLElement)) continue;
    const moment = new Date(Number(time.dataset.t) * 1000);
    time.textContent = format.format(moment);
    time.title = whole.format(moment);
  }
}

/** How much was said since the chat was looked at. */
export function unread() {
  const badge = document.getElementById("unread");
  if (!badge) return;
  const key = `said-${page().dataset.game}`;
  const said = [...document.querySelectorAll("#talk > li[id]")].map((line) => Number(line.id.slice(1)) || 0);
  if (document.querySelector("#lt-chat:checked")) stored(key, String(Math.max(0, ...said)));
  const fresh = said.filter((line) => line > Number(stored(key) ?? 0)).length;
  badge.hidden = fresh === 0;
  badge.textContent = String(fresh);
}

settled(clocks);
settled(unread);
