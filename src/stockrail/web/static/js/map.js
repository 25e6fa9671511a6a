// The map: what part of it is seen. The reader's own scale and place are kept; otherwise it looks where it matters.

import { label } from "./labels.js";
import { note, page, settled } from "./page.js";
import { rims } from "./rims.js";
import { stored } from "./send.js";
import * as sights from "./window.js";

const GLIDE = 240; // milliseconds in which the map moves by itself, so that nobody loses sight of where it went
const HEX = 100;
const EDGE = 50; // pixels: what matters is not well in sight if it is nearer than this to the edge

/** @typedef {import("./window.js").Sight} Sight */
/** @typedef {import("./window.js").Point} Point */

/** @type {Sight | null} */
let sight = null;
/** Who placed the map: nobody (it follows what matters), the reader, or he wants the whole of it. @type {"follow" | "own" | "whole"} */
let mode = "follow";
let gliding = 0;
/** The size of the map when it was last shown. */
let before = { width: 0, height: 0 };

/** @returns {HTMLElement} */
export const box = () => /** @type {HTMLElement} */ (document.getElementById("vmap"));
/** @returns {SVGSVGElement | null} */
const picture = () => box().querySelector("svg");
const size = () => ({ width: box().clientWidth, height: box().clientHeight });

/** The hexes and a little air. */
function whole() {
  const svg = picture();
  const text = svg?.dataset.whole ?? svg?.getAttribute("data-first") ?? "0 0 100 100";
  const [x, y, w, h] = text.split(" ").map(Number);
  return { x, y, w, h };
}

/** Where it matters: on phones the chosen hex. @returns {Point | null} */
function focus() {
  const { focus, near } = box().dataset;
  const [x, y] = ((innerWidth < 600 ? near : focus) || "").split(" ").map(Number);
  return Number.isFinite(y) ? { x, y } : null;
}

/** @returns {Point} */
function middle() {
  const { x, y, w, h } = whole();
  return { x: x + w / 2, y: y + h / 2 };
}

/** Show a part of the map. @param {Sight} next */
function show(next) {
  const svg = picture();
  if (!svg || !size().width) return;
  const closer = sight?.z !== next.z;
  sight = next;
  const { width, height } = (before = size());
  const view = [next.x, next.y, width / next.z, height / next.z];
  svg.setAttribute("viewBox", view.map((value) => value.toFixed(1)).join(" "));
  label(svg, next, closer);
  rims(svg, next, { width, height });
  away();
  document.dispatchEvent(new Event("mapmoved"));
}

/** Whether what matters is out of sight: the button that goes there says so. */
function away() {
  const point = focus();
  const lost = Boolean(point && sight && !sights.isSeen(sight, point, size()));
  document.querySelector("[data-zoom=here]")?.classList.toggle("lost", lost);
}

/** Move there in a moment, unless the reader wants no motion. @param {Sight} to */
function glide(to) {
  const from = sight;
  cancelAnimationFrame(gliding);
  if (!from || matchMedia("(prefers-reduced-motion: reduce)").matches) return show(to);
  const begun = performance.now();
  const step = (/** @type {number} */ now) => {
    const part = Math.min(1, (now - begun) / GLIDE);
    const ease = part * (2 - part);
    const between = (/** @type {"x" | "y" | "z"} */ name) => from[name] + (to[name] - from[name]) * ease;
    show(part < 1 ? { x: between("x"), y: between("y"), z: between("z") } : to);
    if (part < 1) gliding = requestAnimationFrame(step);
  };
  gliding = requestAnimationFrame(step);
}

/** The opening view: as much as can be read, around what matters. */
const opening = () => sights.centred(sights.openingScale(whole(), size()), focus() ?? middle(), whole(), size());
const all = () => sights.centred(sights.fitting(whole(), size()), middle(), whole(), size());

/** What the reader has set is kept in the address and by this browser. */
function keep() {
  const text = mode === "follow" || !sight ? null : mode === "whole" ? "whole" : sights.written(sight, size());
  note("map", text);
  stored(`map-${page().dataset.game}`, text ?? "");
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let keeping;

/** The reader has moved the map himself. @param {Sight} next */
function own(next) {
  cancelAnimationFrame(gliding);
  mode = "own";
  show(sights.clamped(next, whole(), size()));
  clearTimeout(keeping);
  keeping = setTimeout(keep, 200);
}

/** The point of the board under a place of the screen. @param {number} clientX @param {number} clientY @returns {Point} */
export function pointAt(clientX, clientY) {
  const { left, top } = box().getBoundingClientRect();
  const { x, y, z } = sight ?? { x: 0, y: 0, z: 1 };
  return { x: x + (clientX - left) / z, y: y + (clientY - top) / z };
}

/** @param {number} factor @param {Point} [around] a point of the board that stays where it is */
export function zoom(factor, around) {
  if (sight) own(sights.zoomed(sight, sight.z * factor, around ?? sights.middleOf(sight, size()), whole(), size()));
}

/** @param {number} dx @param {number} dy in pixels */
export function pan(dx, dy) {
  if (sight) own({ z: sight.z, x: sight.x - dx / sight.z, y: sight.y - dy / sight.z });
}

/** Back to where it matters; from now on the map follows again. */
export function here() {
  mode = "follow";
  keep();
  glide(opening());
}

/** Look at another part of the map; what happens next may call the map back. @param {Point} point */
export function look(point) {
  if (sight) glide(sights.centred(Math.max(sight.z, sights.openingScale(whole(), size())), point, whole(), size()));
}

export function wholeMap() {
  mode = "whole";
  keep();
  glide(all());
}

/** Closer by a double tap, and back. @param {Point} around */
export function closer(around) {
  if (sight && sight.z > 1.5 * sights.openingScale(whole(), size())) here();
  else zoom(1.8, around);
}

/** @param {string} hex @returns {Point | null} */
export function placeOf(hex) {
  const hit = document.getElementById(`x${hex}`);
  return hit ? { x: Number(hit.getAttribute("x")), y: Number(hit.getAttribute("y")) } : null;
}

/** Move the map just enough to see a hex whole, though the lowest pixels are covered. @param {string} hex @param {number} [covered] */
export function reveal(hex, covered = 0) {
  const point = placeOf(hex);
  if (point) revealPoint(point, covered);
}

/** The same for the hex around a point of the board. @param {Point} point @param {number} [covered] */
export function revealPoint(point, covered = 0) {
  if (!sight) return;
  const next = sights.revealing(sight, point, size(), covered, HEX);
  if (next.x !== sight.x || next.y !== sight.y) glide(next);
}

/** Where a point of the board stands over the map, and whether it is in sight. @param {Point} point */
export function onScreen(point) {
  const { x, y, z } = sight ?? { x: 0, y: 0, z: 1 };
  const seen = Boolean(sight && sights.isSeen(sight, point, size()));
  return { left: (point.x - x) * z, top: (point.y - y) * z, z, seen };
}

/** After a drawing the map stands where it stood. */
function restore() {
  const svg = picture();
  if (!svg) return;
  if (!svg.dataset.whole) svg.setAttribute("data-first", svg.getAttribute("viewBox") ?? "");
  if (!sight) return open();
  redraw();
  follow();
}

/** Show the same again in a picture that is new. */
function redraw() {
  const now = sight;
  sight = null; // the labels of a new picture have no size yet
  if (now) show(now);
  sight ??= now;
}

/** What matters comes into sight, unless the reader has placed the map: just enough, or from afar into the middle. */
function follow() {
  const point = focus();
  if (mode !== "follow" || !sight || !point) return;
  if (!sights.isSeen(sight, point, size())) glide(opening());
  else if (!sights.isSeen(sight, point, size(), EDGE)) glide(sights.revealing(sight, point, size(), 0, HEX));
}

/** The first view: what the address or this browser remembers, else the opening view. */
function open() {
  const kept = new URLSearchParams(location.search).get("map") ?? stored(`map-${page().dataset.game}`) ?? "";
  const found = sights.read(kept);
  mode = kept === "whole" ? "whole" : found ? "own" : "follow";
  if (found) show(sights.centred(found.z, found.middle, whole(), size()));
  else show(mode === "whole" ? all() : opening());
}

let wide = innerWidth;

/** The map has another size. If only a panel beside it grew, what is seen stays where it is on the screen. */
function resized() {
  const now = size();
  if (!now.width) return; // another view is shown
  if (!sight) open();
  else if (mode === "whole") show(all());
  else if (now.width === before.width && innerWidth === wide) redraw();
  else if (mode === "own") show(sights.centred(sight.z, sights.middleOf(sight, before), whole(), now));
  else show(opening());
  wide = innerWidth;
  follow();
}

settled(restore);
new ResizeObserver(resized).observe(box());
