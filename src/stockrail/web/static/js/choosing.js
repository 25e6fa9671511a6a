// Choosing hexes, tiles and circles; and what is computed only when somebody looks: gains, and whether a run is the best.

import { drawHex } from "./drawing.js";
import { choose, page, refresh, settled } from "./page.js";

/**
 * A hex was chosen: for a tile, a token, or as the next one of a run. A closed one too, while there is a choice: the
 * panel then says why it is closed. Returns whether there was anything to choose.
 * @param {string} hex
 * @returns {boolean}
 */
export function pick(hex) {
  if (document.getElementById("own")) {
    drawHex(hex);
    return true;
  }
  if (!page().dataset.mine || !document.querySelector("#hits [role=button]")) return false;
  const current = new URLSearchParams(location.search).get("hex");
  if (current === hex && document.getElementById("tiles")) turn(1);
  else choose({ hex });
  return true;
}

/** The next tile or turn. @param {number} by */
export function turn(by) {
  const all = [...document.querySelectorAll("#tiles input")];
  const now = all.findIndex((input) => input instanceof HTMLInputElement && input.checked);
  const next = all[(now + by + all.length) % all.length];
  if (next instanceof HTMLInputElement) choose({ lay: next.dataset.lay ?? "" }, ["hex"]);
}

/** Back by one choice. */
export function stepBack() {
  const now = new URLSearchParams(location.search);
  if (now.has("lay")) choose({}, ["hex"]);
  else choose({});
}

/** A run that is not proven best: the server goes on searching, and the page is drawn again when it has finished. */
async function proof() {
  const later = document.getElementById("proof")?.dataset.later;
  const number = page().dataset.number;
  if (!later) return;
  const answer = await fetch(later);
  if (answer.ok && page().dataset.number === number) refresh();
}

let asked = 0;

/** What tiles do to the best run: asked for one after the other, never waited for. */
async function gains() {
  const number = page().dataset.number;
  const turn = ++asked;
  const here = `/game/${page().dataset.game}/gain`;
  const place = document.getElementById("gain");
  if (place?.dataset.lay) {
    const query = new URLSearchParams({ hex: place.dataset.hex ?? "", lay: place.dataset.lay });
    const answer = await fetch(`${here}?${query}`);
    if (answer.ok && page().dataset.number === number && place.isConnected) {
      const said = await answer.json();
      place.replaceChildren(`${said.now} → ${said.then} `, coloured(said));
    }
  }
  for (const link of document.querySelectorAll("#hexes a[data-hex]")) {
    if (!(link instanceof HTMLElement) || link.querySelector("span")) continue;
    const answer = await fetch(`${here}?hex=${link.dataset.hex}`);
    if (!answer.ok || page().dataset.number !== number) return;
    const said = await answer.json();
    if (!link.isConnected || turn !== asked || link.querySelector("span")) return;
    link.append(coloured(said));
  }
}

/** A change with its sign and colour. @param {{gain: number, text: string}} said */
function coloured(said) {
  const span = document.createElement("span");
  span.className = said.gain > 0 ? "gain" : said.gain < 0 ? "loss" : "muted";
  span.textContent = said.text;
  return span;
}

settled(proof);
settled(gains);
