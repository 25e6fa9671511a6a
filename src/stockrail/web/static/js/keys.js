// The keyboard: single keys for what is done often. They are off while a field has the focus, and can be switched off.

import { focusMap, onHex } from "./hexes.js";
import { here, wholeMap, zoom } from "./map.js";
import { stored } from "./send.js";
import { fill, isFull } from "./stage.js";

/** @param {{goTo: any, turn: any, stepBack: () => void, page: () => HTMLElement, toast: (text: string) => void}} table */
export function keys(table) {
  let skipping = 0;

  /** @param {string} selector */
  function press(selector) {
    const button = document.querySelector(selector);
    if (button instanceof HTMLElement) button.click();
    return Boolean(button);
  }

  /** Skip or pass, on the second press. */
  function skip() {
    const button = document.querySelector("#act .decline");
    if (!(button instanceof HTMLElement)) return false;
    if (Date.now() - skipping < 3000) button.click();
    else table.toast(`S: ${button.textContent}`);
    skipping = Date.now();
    return true;
  }

  /** Go to a part of the table. @param {string} id @param {string} [focused] what can have the focus there */
  function part(id, focused = id) {
    location.hash = id;
    document.getElementById(focused)?.focus({ preventScroll: true });
    return true;
  }

  /** @param {number} by */
  function back(by) {
    const { at, acts } = table.page().dataset;
    const now = Number(at || acts);
    table.goTo(String(Math.max(0, Math.min(Number(acts), now + by))));
    return true;
  }

  /** @type {Record<string, (event: KeyboardEvent) => boolean | void>} */
  const single = {
    b: () => part("map") && (focusMap(), true),
    c: () => part("ledger"),
    p: () => part("ledger"),
    l: () => part("log", "logbox"),
    a: () => part("act", "prompt"),
    r: () => table.turn(1) ?? true,
    R: () => table.turn(-1) ?? true,
    s: () => skip(),
    "+": () => zoom(1.25),
    "-": () => zoom(1 / 1.25),
    0: () => wholeMap(),
    ".": () => here(),
    "?": () => press("[popovertarget=help]"),
    ArrowLeft: () => back(-1),
    ArrowRight: () => back(1),
    Home: () => table.goTo("0"),
    End: () => table.goTo(""),
    Enter: () => press("#act .btn.primary"),
    Escape: () => {
      if (isFull()) fill(false);
      else if (location.search) table.stepBack();
    },
  };

  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "z" && !target.matches("input[type=text],textarea")) {
        if (press(event.shiftKey ? "#redo button" : "#undo button")) event.preventDefault();
      }
      return;
    }
    if (event.altKey || target.matches("input:not([type=radio]):not([type=checkbox]),select,textarea")) return;
    if (onHex(event)) return event.preventDefault();
    if (target.matches("button,a,summary,label,input") && ["Enter", " "].includes(event.key)) return;
    if (target.matches("input[type=radio]") && event.key.startsWith("Arrow")) return;
    if (stored("keys") === "no" && event.key !== "Escape") return;
    if (single[event.key]?.(event) === true) event.preventDefault();
  });
}
