// The stage: which view is shown, its layers, sheets that are fetched when somebody looks at them, and the map alone.

import { note, page, settled } from "./page.js";
import { stored } from "./send.js";

const isPhone = () => innerWidth < 600;
const fallback = () => document.getElementById("views")?.dataset.default ?? "map";

let wanted = "";

/** @param {string} id */
function show(id) {
  const narrow = id === "both" && innerWidth < 1024;
  const radio = document.getElementById(`v-${narrow ? "map" : id}`) ?? document.getElementById(`v-${fallback()}`);
  if (radio instanceof HTMLInputElement) radio.checked = true;
  sheets();
}

/** The view that is shown now. */
const shown = () => document.querySelector("#views input:checked")?.getAttribute("value") ?? "map";

/** A stock round brings the market, an operating round the map; in between the reader's choice holds. */
function view() {
  if (wanted === fallback()) return;
  const first = !wanted;
  wanted = fallback();
  const kept = first ? new URLSearchParams(location.search).get("view") : null;
  if (!first) note("view", null);
  if (isPhone()) part();
  else show(kept ?? wanted);
}

/** Whether a view is a list beside the board, such as the tiles. @param {string | undefined} id */
const isSheet = (id) => Boolean(document.getElementById(`s-${id}`)?.dataset.src);

/** On phones the bar at the foot leads to map and market. */
function part() {
  const now = document.body.dataset.part ?? "map";
  if (isPhone() && (now === "map" || now === "market") && !(now === "map" && isSheet(shown()))) show(now);
}

/** @param {string} id the reader's choice */
function choose(id) {
  note("view", id === fallback() ? null : id);
  if (isPhone() && !isSheet(id)) location.hash = id;
  sheets();
}

/** Sheets such as all tiles, fetched when they are looked at. */
async function sheets() {
  for (const sheet of document.querySelectorAll(".sheet")) {
    if (!(sheet instanceof HTMLElement)) continue;
    sheet.toggleAttribute("data-shown", sheet.dataset.view === shown());
    if (sheet.dataset.view !== shown()) continue;
    if (sheet.dataset.live === page().dataset.number) continue;
    sheet.dataset.live = page().dataset.number;
    const answer = await fetch(sheet.dataset.src ?? "");
    if (answer.ok) sheet.innerHTML = await answer.text();
  }
}

/** Whether the map fills the page. */
export const isFull = () => "fill" in document.body.dataset;

/** If something else is shown, the map instead. */
export const showMap = () => ["map", "both"].includes(shown()) || show("map");

/** The map fills the page, or no longer. @param {boolean} full */
export function fill(full) {
  document.body.toggleAttribute("data-fill", full);
  document.querySelector("[data-zoom=fill]")?.setAttribute("aria-pressed", String(full));
  note("fill", full ? "1" : null);
  if (full && shown() !== "map") show("map");
}

document.addEventListener("change", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement)) return;
  if (input.name === "view") choose(input.value);
  if (input.id.startsWith("ov-")) stored(input.id, input.checked ? "yes" : "no");
});

for (const input of document.querySelectorAll("#layers input")) {
  const kept = stored(input.id);
  if (kept && input instanceof HTMLInputElement) input.checked = kept === "yes";
}

addEventListener("hashchange", () => setTimeout(part));
addEventListener("resize", () => shown() === "both" && show("both"));
settled(view);
settled(sheets);
if (new URLSearchParams(location.search).has("fill")) fill(true);
