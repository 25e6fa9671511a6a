// Bots: why one of them chose what it chose, in a box over the page.

import { toast } from "./send.js";

/** @param {string} url */
export async function openWhy(url) {
  const answer = await fetch(url, { headers: { Accept: "application/json" } });
  const said = await answer.json().catch(() => ({ detail: answer.statusText }));
  if (!answer.ok) return toast(said.detail);
  const box = /** @type {HTMLElement} */ (document.getElementById("whybox"));
  /** @type {HTMLElement} */ (document.getElementById("why-chosen")).textContent = said.chosen;
  const lines = said.others.map((/** @type {string} */ text) => {
    const line = document.createElement("li");
    line.textContent = text;
    return line;
  });
  document.getElementById("why-others")?.replaceChildren(...lines);
  box.showPopover();
}
