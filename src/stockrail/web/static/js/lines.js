// Lines along which something can be placed: the one that is pointed at is lit on the map, else the chosen one.

import { box } from "./map.js";
import { settled } from "./page.js";
import { hexOf } from "./pointing.js";

/** The line that is named, or the hex to which it leads. @type {string} */
let named = "";

/** @param {EventTarget | null} target */
function lineOf(target) {
  const one = target instanceof Element ? target.closest("[data-line]") : null;
  return one instanceof HTMLElement ? (one.dataset.line ?? "") : hexOf(target);
}

function light() {
  const lines = [...box().querySelectorAll("#marked [data-line]")];
  const meant = lines.filter(
    (line) => line instanceof SVGElement && [line.dataset.line, line.dataset.goal].includes(named),
  );
  for (const line of lines)
    line.classList.toggle("lit", meant.length ? meant.includes(line) : line.hasAttribute("data-chosen"));
}

/** @param {Event} event */
function over(event) {
  const now = lineOf(event.target) || lineOf(document.activeElement);
  if (now === named) return;
  named = now;
  light();
}

for (const kind of ["pointerover", "pointerdown", "focusin"]) document.addEventListener(kind, over);
settled(light);
