// Drawing one's own run: the hexes of each train, clicked in order, stand in the address.

import { choose } from "./page.js";

/** @returns {Map<string, string[]>} */
function drawn() {
  const text = document.getElementById("own")?.dataset.run ?? "";
  const runs = new Map();
  for (const part of text.split("~")) {
    const [train, hexes] = part.split(":");
    if (train) runs.set(train, (hexes ?? "").split(".").filter(Boolean));
  }
  return runs;
}

/** @param {Map<string, string[]>} runs */
function keep(runs) {
  return choose({ run: [...runs].map(([train, hexes]) => `${train}:${hexes.join(".")}`).join("~") });
}

/** The train that is being drawn comes last. @param {string} train */
export function drawTrain(train) {
  const runs = drawn();
  const hexes = runs.get(train) ?? [];
  runs.delete(train);
  runs.set(train, hexes);
  keep(runs);
}

/** The next hex of the train; the last one again takes it off. @param {string} hex */
export function drawHex(hex) {
  const runs = drawn();
  const train = document.getElementById("own")?.dataset.train ?? "";
  const hexes = runs.get(train) ?? [];
  runs.delete(train);
  runs.set(train, hexes.at(-1) === hex ? hexes.slice(0, -1) : [...hexes, hex]);
  keep(runs);
}
