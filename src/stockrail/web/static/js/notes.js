// A player's own notes on a game, kept in his browser.

import { stored } from "./send.js";

/** @param {string} game */
export function keepNotes(game) {
  const field = document.getElementById("notes-text");
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.value = stored(`notes-${game}`) ?? "";
  field.addEventListener("input", () => stored(`notes-${game}`, field.value));
}
