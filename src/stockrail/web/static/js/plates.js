// Plates: labels that the map has no room for come back for the hex that is pointed at, all names while Alt is held.

import { onScreen, placeOf } from "./map.js";
import { settled } from "./page.js";
import { said } from "./said.js";

const HIGH = 18; // pixels of a plate

let pointed = "";
let all = false;

/** Whether a label is on the map but not shown. @param {string} selector */
function leftOut(selector) {
  const labels = [...document.querySelectorAll(selector)];
  return labels.length > 0 && labels.every((one) => getComputedStyle(one).display === "none");
}

/** What of a hex the map leaves out. @param {string} hex */
function missing(hex) {
  const line = said().hexes[hex];
  const id = CSS.escape(hex);
  if (!line) return [];
  return [
    leftOut(`#n${id} .lb`) ? line.name : "",
    leftOut(`#f${id} .value`) || leftOut(`#f${id} .box`) ? line.value : "",
    leftOut(`#f${id} .cost`) ? line.cost : "",
    tokensLeftOut(id) ? line.tokens : "",
  ].filter(Boolean);
}

/** Tokens are drawn by `use`, so only an inherited property tells. @param {string} id */
function tokensLeftOut(id) {
  const tokens = [...document.querySelectorAll(`#f${id} use[data-company]`)];
  return tokens.some((token) => getComputedStyle(token).getPropertyValue("--ids").trim() === "none");
}

/** @param {string} hex @param {string} text */
function plate(hex, text) {
  const point = placeOf(hex);
  if (!point) return [];
  const { left, top, z, seen } = onScreen(point);
  if (!seen) return [];
  const made = document.createElement("span");
  made.textContent = text;
  made.style.left = `${left.toFixed(1)}px`;
  made.style.top = `${(top + 34 * z).toFixed(1)}px`;
  return [made];
}

/** Plates that would cover one another move down, line by line. @param {HTMLElement[]} plates */
function apart(plates) {
  /** @type {DOMRect[]} */
  const taken = [];
  for (const one of plates) {
    for (let tries = 0; tries < 4; tries += 1) {
      const box = one.getBoundingClientRect();
      if (!taken.some((other) => meet(box, other))) break;
      one.style.top = `${parseFloat(one.style.top) + HIGH}px`;
    }
    taken.push(one.getBoundingClientRect());
  }
}

/** @param {DOMRect} a @param {DOMRect} b */
const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function draw() {
  const layer = document.getElementById("plates");
  if (!layer) return;
  const names = Object.entries(said().hexes).filter(([hex]) => all && leftOut(`#n${CSS.escape(hex)} .lb`));
  const plates = names.flatMap(([hex, line]) => (hex === pointed ? [] : plate(hex, line.name ?? "")));
  const here = missing(pointed);
  const first = here.length ? plate(pointed, here.join(" · ")) : [];
  for (const one of first) one.classList.add("here");
  layer.replaceChildren(...first, ...plates);
  if (plates.length) apart([...first, ...plates]);
}

/** @param {string} hex */
export function plateFor(hex) {
  pointed = hex;
  draw();
}

/** @param {boolean} held */
function alt(held) {
  if (held === all) return;
  all = held;
  draw();
}

document.addEventListener("keydown", (event) => event.key === "Alt" && alt(true));
document.addEventListener("keyup", (event) => event.key === "Alt" && alt(false));
addEventListener("blur", () => alt(false));
document.addEventListener("mapmoved", () => {
  if (pointed || all) draw();
});
settled(draw);
