// Hexes by click, finger and key: choosing one, reading about it, going from one to the next.

import { pick } from "./choosing.js";
import { wasDragged } from "./gestures.js";
import { box, placeOf, reveal } from "./map.js";
import { settled } from "./page.js";
import { hexOf } from "./pointing.js";

const BESIDE = 180; // the middles of neighbouring hexes are nearer than this, in board units

/** Ask for what is known of a thing: "hex:K14". @param {string} thing */
const inspect = (thing) => document.dispatchEvent(new CustomEvent("inspect", { detail: thing, bubbles: true }));

/** A hex was clicked, tapped or confirmed by a key: it is chosen, or read about where it is no choice. @param {string} hex */
function act(hex) {
  const open = document.getElementById(`x${hex}`)?.getAttribute("role") === "button";
  const picked = pick(hex);
  if (picked && open) document.dispatchEvent(new CustomEvent("chosen", { detail: `hex:${hex}` }));
  else if (!picked || innerWidth >= 600) inspect(`hex:${hex}`); // on phones the reason has the place of the inspector
}

/** @returns {SVGElement[]} */
const hits = () => [...box().querySelectorAll("#hits > *")].filter((hit) => hit instanceof SVGElement);

/** Which line the arrows follow: on a grid of hexes a straight way goes to and fro about it. */
let line = { hex: "", across: 0, level: true };

/** The hex beside one in a direction, or the nearest beyond a gap. @param {string} from @param {number} dx @param {number} dy */
function beside(from, dx, dy) {
  const start = placeOf(from);
  if (!start) return null;
  const level = dy === 0;
  const across = line.hex === from && line.level === level ? line.across : level ? start.y : start.x;
  let best = null;
  let least = Infinity;
  for (const hit of hits()) {
    const x = Number(hit.getAttribute("x"));
    const y = Number(hit.getAttribute("y"));
    const along = (x - start.x) * dx + (y - start.y) * dy;
    const off = Math.abs((level ? y : x) - across);
    const far = Math.hypot(x - start.x, y - start.y);
    const cost = far < BESIDE ? off : 1000 + far + 2 * off;
    if (along > 1 && cost < least) [best, least] = [hit, cost];
  }
  if (best) line = { hex: best.id.slice(1), across, level };
  return best;
}

/** Move the focus to a hex, and the map so that it is in sight. @param {SVGElement | null} hit */
function focusOn(hit) {
  if (!hit) return;
  if (!hit.hasAttribute("tabindex")) hit.setAttribute("tabindex", "-1");
  hit.focus({ preventScroll: true });
  reveal(hit.id.slice(1));
}

/** To the map by key: the chosen hex, the first legal one, or the one in the middle. */
export function focusMap() {
  const chosen = new URLSearchParams(location.search).get("hex");
  const hit = box().querySelector(`#x${CSS.escape(chosen ?? "-")}, #hits [tabindex="0"]`) ?? hits()[0];
  if (hit instanceof SVGElement) focusOn(hit);
}

/** A key on a hex. @param {KeyboardEvent} event @returns {boolean} whether it meant something */
export function onHex(event) {
  const hex = hexOf(event.target);
  /** @type {Record<string, number[]>} */
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const way = ways[event.key];
  if (!hex) return false;
  if (way) focusOn(beside(hex, way[0], way[1]));
  else if (event.key === "Enter" || event.key === " ") act(hex);
  else return false;
  return true;
}

/** Where nothing is to be chosen, one hex still lets the keyboard in: the one where it matters. */
function enter() {
  if (box().querySelector('#hits [tabindex="0"]')) return;
  const [x, y] = (box().dataset.focus || "0 0").split(" ").map(Number);
  const far = (/** @type {SVGElement} */ hit) =>
    Math.hypot(Number(hit.getAttribute("x")) - x, Number(hit.getAttribute("y")) - y);
  const [first] = hits().sort((a, b) => far(a) - far(b));
  first?.setAttribute("tabindex", "0");
}

box().addEventListener("click", (event) => {
  const hex = hexOf(event.target);
  if (hex && !wasDragged()) act(hex);
});
box().addEventListener("focusin", (event) => {
  const hit = event.target;
  if (hit instanceof Element && hit.matches(":focus-visible")) reveal(hexOf(hit));
});

/** The inspector is a sheet over the foot of the map: a hex that it would hide is moved up just enough. */
document.addEventListener("inspected", (event) => {
  const [kind, hex] = String(/** @type {CustomEvent} */ (event).detail).split(":");
  const sheet = document.getElementById("inspector");
  if (kind === "hex" && sheet && innerWidth >= 600 && innerWidth < 1800) reveal(hex, sheet.offsetHeight);
});

settled(enter);
