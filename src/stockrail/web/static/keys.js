// The keyboard: single keys for what is done often. They are off while a field has the focus, and can be switched off.

import { stored } from "./send.js";

/** @param {{board: any, choose: any, goTo: any, turn: any, pick: any, act: any, page: () => HTMLElement, toast: (text: string) => void}} table */
export function keys(table) {
  let skipping = 0;

  /** @param {KeyboardEvent} event */
  function onHex(event) {
    const hex = /** @type {Element} */ (event.target);
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = /** @type {Record<string, number[]>} */ (ways)[event.key];
    if (way) table.board.next(hex, way[0], way[1]);
    else if (event.key === "Enter" || event.key === " ") table.pick(hex.id.slice(1));
    else return false;
    return true;
  }

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

  /** @param {string} id */
  function part(id) {
    location.hash = id;
    const section = document.getElementById(id === "act" ? "prompt" : id);
    section?.focus({ preventScroll: true });
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
    b: () => part("board"),
    c: () => part("companies"),
    p: () => part("players"),
    l: () => part("log"),
    a: () => part("act"),
    r: () => table.turn(1) ?? true,
    R: () => table.turn(-1) ?? true,
    s: () => skip(),
    "+": () => table.board.zoom(1.3),
    "-": () => table.board.zoom(1 / 1.3),
    0: () => table.board.fit(),
    "?": () => press("[popovertarget=help]"),
    ArrowLeft: () => back(-1),
    ArrowRight: () => back(1),
    End: () => table.goTo(""),
    Enter: () => press("#act .btn.primary"),
    Escape: () => {
      const now = new URLSearchParams(location.search);
      if (now.has("lay")) table.choose({}, ["hex"]);
      else if (now.toString()) table.choose({});
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
    if (target.matches("#hits [role=button]") && onHex(event)) return event.preventDefault();
    if (target.matches("button,a,summary,label,input") && ["Enter", " "].includes(event.key)) return;
    if (target.matches("input[type=radio]") && event.key.startsWith("Arrow")) return;
    if (stored("keys") === "no" && event.key !== "Escape") return;
    if (single[event.key]?.(event) === true) event.preventDefault();
  });
}
