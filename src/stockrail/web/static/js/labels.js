// Labels of the map scale apart from its hexes; those that would be too small are left out, not shrunk.

export const SMALLEST = 8; // pixels
const MOST = 1.55;

/** How much larger labels are drawn at a scale, so that they have 10 px. @param {number} z */
export const growth = (z) => Math.min(Math.max(1, 10 / (15 * z)), MOST);

/** What is left out below which scale. @type {[string, number][]} */
const LEAST = [
  ["no-costs", 0.5],
  ["no-tight", 0.46],
  ["no-towns", 0.4],
  ["no-ids", 0.36],
  ["no-text", 0.32],
];

/** @param {SVGSVGElement} svg @param {import("./window.js").Sight} sight @param {boolean} closer whether the scale is another one */
export function label(svg, { z }, closer) {
  if (!closer) return;
  svg.style.setProperty("--k", growth(z).toFixed(3));
  for (const [name, least] of LEAST) svg.classList.toggle(name, z < least - 0.0005);
  for (const one of svg.querySelectorAll(".lb[data-px]")) {
    one.classList.toggle("out", Number(one.getAttribute("data-px")) * z < SMALLEST);
  }
}
