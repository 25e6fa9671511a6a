// Phones show one part at a time: which one stands after the # of the address.

import { settled } from "./page.js";

const PARTS = ["map", "ledger", "market", "log", "more"];

function part() {
  const now = location.hash.slice(1);
  document.body.dataset.part = PARTS.includes(now) ? now : "map";
  for (const link of document.querySelectorAll("#bar a")) {
    link.toggleAttribute("aria-current", link.getAttribute("href") === `#${document.body.dataset.part}`);
  }
}

addEventListener("hashchange", part);
part(); // before the stage asks which view is shown
settled(part); // the bar may have been drawn anew
