// What the server says of hexes and companies, read once for each drawing.

/** @typedef {{where: string, more?: string, name?: string, value?: string, cost?: string, tokens?: string}} HexLine */
/** @typedef {{rest: string, hexes: Record<string, HexLine>, homes: Record<string, string>, lit: string}} Said */

const NOTHING = '{"rest":"","hexes":{},"homes":{},"lit":""}';

let text = "";
/** @type {Said} */
let known = JSON.parse(NOTHING);

/** @returns {Said} */
export function said() {
  const now = document.getElementById("said")?.getAttribute("value") || NOTHING;
  if (now !== text) known = JSON.parse(now);
  text = now;
  return known;
}
