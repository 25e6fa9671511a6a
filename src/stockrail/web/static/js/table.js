// The table: joins the parts of the page, and hands each click to the part that it concerns.

import "./acting.js";
import { stepBack, turn } from "./choosing.js";
import { drawTrain } from "./drawing.js";
import "./head.js";
import "./imported.js";
import "./inspector.js";
import { keys } from "./keys.js";
import "./ledger.js";
import "./lines.js";
import { listen } from "./live.js";
import { goTo, slide, unread } from "./log.js";
import { here, look, wholeMap, zoom } from "./map.js";
import "./market.js";
import { openWhy } from "./bots.js";
import { copyLink, openRule } from "./menu.js";
import { keepNotes } from "./notes.js";
import { limit, restart, reword, settleNumbers, step, stepBlock } from "./numbers.js";
import { choose, page, settle, settled } from "./page.js";
import "./phone.js";
import "./sheet.js";
import "./since.js";
import { toast } from "./send.js";
import { fill, isFull, showMap } from "./stage.js";
import { keepTurns } from "./turns.js";

/** Links that choose something here instead of leading elsewhere. @type {[string, (link: HTMLElement) => void][]} */
const links = [
  ["a[data-at]", (link) => link.getAttribute("aria-disabled") !== "true" && goTo(link.dataset.at ?? "")],
  ["a[data-hex]", (link) => choose({ hex: link.dataset.hex ?? "" })],
  ["a[data-circle]", (link) => choose({ circle: link.dataset.circle ?? "" })],
  ["a[data-run]", (link) => choose(link.dataset.run === "draw" ? { run: "" } : {})],
  ["a[data-rule]", (link) => openRule(link.dataset.rule ?? "")],
  ["a[data-why]", (link) => openWhy(link.dataset.why ?? "")],
];

/** Buttons that change only this page. @type {[string, (button: HTMLElement) => void][]} */
const buttons = [
  ["[data-zoom=in]", () => zoom(1.25)],
  ["[data-zoom=out]", () => zoom(1 / 1.25)],
  ["[data-zoom=here]", here],
  ["[data-zoom=whole]", wholeMap],
  ["[data-zoom=fill]", () => fill(!isFull())],
  ["[data-look]", (button) => lookAt(button.dataset.look ?? "")],
  ["[data-step]", (button) => step(button, Number(button.dataset.step))],
  ["[data-block-step]", (button) => stepBlock(block(button), Number(button.dataset.blockStep))],
  ["[data-copy]", copyLink],
  ["#own [data-train]", (button) => drawTrain(button.dataset.train ?? "")],
];

/** @param {string} place a point of the board */
function lookAt(place) {
  const [x, y] = place.split(" ").map(Number);
  showMap();
  look({ x, y });
}

/** The company whose block a stepper prepares. @param {HTMLElement} button */
const block = (button) => /** @type {HTMLElement | null} */ (button.closest("[data-block]"))?.dataset.block ?? "";

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  for (const [selector, work] of [...links, ...buttons]) {
    const found = event.target.closest(selector);
    if (!(found instanceof HTMLElement)) continue;
    if (found.matches("a")) event.preventDefault();
    work(found);
    return;
  }
});

document.addEventListener("input", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement)) return;
  if (input.id === "slider") return slide(input);
  if (input.form?.matches(".bid") && input.name === "value") reword(input.form);
});

document.addEventListener("change", (event) => {
  const input = event.target;
  if (input instanceof HTMLSelectElement && input.matches(".startf select")) restart(input);
  if (input instanceof HTMLSelectElement && input.matches(".aside select")) limit(input);
  if (!(input instanceof HTMLInputElement)) return;
  if (input.matches("#picker [name=action]")) reword(/** @type {Element} */ (input.closest("form")));
  if (input.dataset.lay) choose({ lay: input.dataset.lay }, ["hex"]);
  if (input.id === "lt-chat") unread();
});

settled(settleNumbers);
keys({ goTo, turn, page, toast, stepBack });
settle();
keepNotes(page().dataset.game ?? "");
keepTurns();
listen();
