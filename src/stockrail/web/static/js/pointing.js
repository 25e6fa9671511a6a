// Pointing: the line that says what is under pointer or focus, and companies that light up on the map when named.

import { box, onScreen, revealPoint } from "./map.js";
import { settled } from "./page.js";
import { plateFor } from "./plates.js";
import { said } from "./said.js";

/** The hex under the pointer or with the focus. @type {string} */
let hex = "";
/** The company that is named. @type {string} */
let company = "";

/** The hex of an element of the map. @param {EventTarget | null} target */
export function hexOf(target) {
  const hit = target instanceof Element ? target.closest("#hits > *") : null;
  return hit ? hit.id.slice(1) : "";
}

/** @param {EventTarget | null} target */
function companyOf(target) {
  const named = target instanceof Element ? target.closest("[data-company]") : null;
  if (!(named instanceof HTMLElement)) return "";
  return named.dataset.company ?? "";
}

/** @param {string} strong @param {string} [rest] */
function say(strong, rest = "") {
  const line = document.getElementById("pointing");
  if (!line) return;
  const bold = document.createElement("b");
  bold.textContent = strong;
  line.replaceChildren(...(rest ? [bold, ` · ${rest}`] : [strong]));
  line.title = rest ? `${strong} · ${rest}` : strong;
}

/** What is pointed at, else what the map shows. */
function tell() {
  const { hexes, homes, rest } = said();
  if (hexes[hex]) say(hexes[hex].where, hexes[hex].more);
  else if (homes[company]) say(homes[company] + arrow());
  else say(rest);
}

/** Where the company that is named is at home. */
function home() {
  const mark = document.querySelector(`#homes [data-company="${CSS.escape(company)}"]`);
  return mark && box().clientWidth ? { x: Number(mark.getAttribute("x")), y: Number(mark.getAttribute("y")) } : null;
}

/** The way to a home that is out of sight. */
function arrow() {
  const place = home();
  if (!place) return "";
  const { left, top, seen } = onScreen(place);
  if (seen) return "";
  const turn = Math.atan2(top - box().clientHeight / 2, left - box().clientWidth / 2);
  return ` ${"→↘↓↙←↖↑↗"[(Math.round((turn / Math.PI) * 4) + 8) % 8]}`;
}

/** Light the home and the tokens of the company that is named, or else of the one that is up for auction. */
function light() {
  const now = company || said().lit;
  for (const one of box().querySelectorAll("[data-company]")) {
    one.classList.toggle("lit", Boolean(now) && one.getAttribute("data-company") === now);
  }
  box().classList.toggle("names-one", Boolean(now));
}

/** @param {string} next */
function pointAt(next) {
  if (next === hex) return;
  hex = next;
  plateFor(hex);
  tell();
}

/** @param {string} next */
function name(next) {
  if (next === company) return;
  company = next;
  light();
  tell();
}

/** @param {Event} event */
function over(event) {
  pointAt(hexOf(event.target) || hexOf(document.activeElement));
  name(companyOf(event.target) || companyOf(document.activeElement));
}

for (const kind of ["pointerover", "pointerdown", "focusin"]) document.addEventListener(kind, over);
/** A finger has named a company: nothing says the way on a small screen, so the map goes there. */
document.addEventListener("pointerup", (event) => {
  const place = event.pointerType === "touch" && companyOf(event.target) ? home() : null;
  if (place) revealPoint(place);
});
document.addEventListener("pointerleave", () => pointAt(hexOf(document.activeElement)));
document.addEventListener("focusout", () => pointAt(""));

settled(() => {
  light();
  tell();
  plateFor(hex);
});
