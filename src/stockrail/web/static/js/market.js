// The market, large and small: words that would be too small are left out, and it scrolls to where companies stand.

import { SMALLEST } from "./labels.js";
import { settled } from "./page.js";

const WORD = 13; // units: the size of PAR and of the words of zones

/** Whether the reader has scrolled the market himself. */
let scrolled = false;

const large = () => /** @type {HTMLElement} */ (document.getElementById("vmarket"));

function words() {
  for (const svg of document.querySelectorAll("#vmarket svg, #prices svg")) {
    const scale = svg instanceof SVGSVGElement ? svg.getScreenCTM()?.a : 0;
    if (scale) svg.classList.toggle("no-words", scale * WORD < SMALLEST - 0.05);
  }
}

/** The middle of all companies comes into the middle, where the market is wider than its place. */
function along() {
  const box = large();
  if (scrolled || box.scrollWidth <= box.clientWidth) return;
  const cells = [...box.querySelectorAll("[data-inspect][role=button]")].map((cell) => cell.getBoundingClientRect());
  const middle = (Math.min(...cells.map(({ left }) => left)) + Math.max(...cells.map(({ right }) => right))) / 2;
  const frame = box.getBoundingClientRect();
  if (cells.length) box.scrollLeft += middle - frame.left - frame.width / 2;
}

function settle() {
  words();
  along();
}

for (const kind of ["wheel", "pointerdown", "keydown"]) {
  large().addEventListener(kind, () => (scrolled = true), { passive: true });
}
const sizes = new ResizeObserver(settle);
for (const id of ["vmarket", "prices"]) sizes.observe(/** @type {HTMLElement} */ (document.getElementById(id)));
settled(settle);
