// A table before it starts: seats fill while one looks, and the game begins for everybody at once.

import "./acting.js";
import { listen } from "./live.js";
import { copyLink } from "./menu.js";
import { page, settle, settled } from "./page.js";
import { stored } from "./send.js";

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
  if (button instanceof HTMLElement) copyLink(button);
});

/** The game has begun: it has a page of its own. */
function begun() {
  if (!page().dataset.gathers) location.reload();
}

/** Whoever has said their name once need not say it again. */
function named() {
  const input = document.getElementById("sit-name");
  if (!(input instanceof HTMLInputElement) || input.dataset.live) return;
  input.dataset.live = "yes";
  input.value ||= stored("name") ?? "";
  input.addEventListener("change", () => stored("name", input.value));
}

settled(begun);
settled(named);
settle();
listen();
