// The rims: coordinates on the four sides of the map, which follow it.

const END = 6; // pixels: a sign nearer to the end of its rim would be cut

/** @typedef {[string, number][]} Signs what is written, and where it stands on the board */

/** The signs of columns or rows: as the picture says, else by the names of its hexes. @param {SVGSVGElement} svg @param {"columns" | "rows"} name @returns {Signs} */
function signs(svg, name) {
  return JSON.parse(svg.dataset[name] ?? "[]");
}

/** @param {string} side @param {Signs} marks @param {(at: number) => number} place @param {number} length @param {"left" | "top"} along */
function write(side, marks, place, length, along) {
  const rim = document.querySelector(`.rim.${side}`);
  if (!rim) return;
  const seen = marks.filter(([, at]) => place(at) >= END && place(at) <= length - END);
  while (rim.childElementCount > seen.length) rim.lastElementChild?.remove();
  while (rim.childElementCount < seen.length) rim.append(document.createElement("span"));
  seen.forEach(([text, at], nth) => {
    const span = /** @type {HTMLElement} */ (rim.children[nth]);
    if (span.textContent !== text) span.textContent = text;
    span.style[along] = `${place(at).toFixed(1)}px`;
  });
}

/** @param {SVGSVGElement} svg @param {import("./window.js").Sight} sight @param {import("./window.js").Size} size */
export function rims(svg, sight, size) {
  const columns = signs(svg, "columns");
  const rows = signs(svg, "rows");
  for (const side of ["top", "bottom"]) write(side, columns, (at) => (at - sight.x) * sight.z, size.width, "left");
  for (const side of ["left", "right"]) write(side, rows, (at) => (at - sight.y) * sight.z, size.height, "top");
}
