// Gestures on the map: wheel, drag, pinch and double tap.

import { box, closer, pan, pointAt, zoom } from "./map.js";

const STILL = 6; // pixels that a finger may tremble
const TWICE = 320; // milliseconds between the taps of a double tap

/** @typedef {{x: number, y: number}} Point */

/** @type {Map<number, Point>} */
const fingers = new Map();
let dragged = false;
let last = { x: 0, y: 0, time: 0 };

/** Whether the pointer that has just been lifted moved the map. */
export const wasDragged = () => dragged;

/** @param {WheelEvent} event */
function wheel(event) {
  event.preventDefault();
  const pixels = event.deltaMode === 1 ? event.deltaY * 33 : event.deltaY;
  const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0015));
  zoom(Math.min(Math.max(factor, 0.5), 2), pointAt(event.clientX, event.clientY));
}

/** @param {PointerEvent} event */
function down(event) {
  if (event.button > 0) return;
  if (!fingers.size) dragged = false;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
}

/** @param {PointerEvent} event */
function move(event) {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const now = { x: event.clientX, y: event.clientY };
  if (!dragged && Math.hypot(now.x - before.x, now.y - before.y) < STILL) return;
  if (!dragged) box().setPointerCapture(event.pointerId);
  dragged = true;
  fingers.set(event.pointerId, now);
  const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
  if (other) pinch(before, now, other);
  else pan(now.x - before.x, now.y - before.y);
}

/** @param {Point} before @param {Point} now @param {Point} other the finger that rests */
function pinch(before, now, other) {
  const was = Math.hypot(before.x - other.x, before.y - other.y);
  const is = Math.hypot(now.x - other.x, now.y - other.y);
  pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  if (was > 0) zoom(is / was, pointAt((now.x + other.x) / 2, (now.y + other.y) / 2));
}

/** @param {PointerEvent} event */
function up(event) {
  if (!fingers.delete(event.pointerId) || dragged || event.type !== "pointerup") return;
  const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < 30;
  const twice = near && event.timeStamp - last.time < TWICE;
  last = { x: event.clientX, y: event.clientY, time: twice ? 0 : event.timeStamp };
  const choice = event.target instanceof Element && event.target.closest("[role=button]");
  if (twice && !choice) closer(pointAt(event.clientX, event.clientY));
}

box().addEventListener("wheel", wheel, { passive: false });
box().addEventListener("pointerdown", down);
box().addEventListener("pointermove", move);
for (const name of ["pointerup", "pointercancel"]) {
  box().addEventListener(name, (event) => up(/** @type {PointerEvent} */ (event)));
}
