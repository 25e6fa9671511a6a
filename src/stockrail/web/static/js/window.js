// Arithmetic of a window on the map: how large and where it is. Nothing here touches the page.

/** @typedef {{x: number, y: number, w: number, h: number}} Box a part of the board, in its units */
/** @typedef {{z: number, x: number, y: number}} Sight pixels per board unit, and the upper left corner that is seen */
/** @typedef {{width: number, height: number}} Size of the map on the screen, in pixels */
/** @typedef {{x: number, y: number}} Point */

export const READABLE = 0.52; // the least scale at which all text on the map has 10 px
const CLOSEST = 3;

/** The scale at which the whole map is in view. @param {Box} whole @param {Size} size */
export const fitting = (whole, size) => Math.min(size.width / whole.w, size.height / whole.h);

/** As much map as can be read. @param {Box} whole @param {Size} size */
export const openingScale = (whole, size) => Math.max(fitting(whole, size), READABLE);

/** A scale between the whole map (or what can be read, if that is smaller) and close by. @param {number} z @param {Box} whole @param {Size} size */
export const allowed = (z, whole, size) =>
  Math.min(Math.max(z, Math.min(fitting(whole, size), READABLE)), Math.max(CLOSEST, fitting(whole, size)));

/** Where a window begins that shows so much: within the map, or with the map in its middle. @param {number} start @param {number} from @param {number} all @param {number} seen */
const within = (start, from, all, seen) =>
  seen >= all ? from + (all - seen) / 2 : Math.min(Math.max(start, from), from + all - seen);

/** A sight that shows no more emptiness than it must. @param {Sight} sight @param {Box} whole @param {Size} size @returns {Sight} */
export function clamped(sight, whole, size) {
  const z = allowed(sight.z, whole, size);
  return {
    z,
    x: within(sight.x, whole.x, whole.w, size.width / z),
    y: within(sight.y, whole.y, whole.h, size.height / z),
  };
}

/** A sight with a point in its middle. @param {number} z @param {Point} middle @param {Box} whole @param {Size} size */
export const centred = (z, middle, whole, size) =>
  clamped({ z, x: middle.x - size.width / z / 2, y: middle.y - size.height / z / 2 }, whole, size);

/** The point in the middle of a sight. @param {Sight} sight @param {Size} size @returns {Point} */
export const middleOf = (sight, size) => ({
  x: sight.x + size.width / sight.z / 2,
  y: sight.y + size.height / sight.z / 2,
});

/** Closer or farther, with one point of the map where it was on the screen. @param {Sight} sight @param {number} z @param {Point} fixed @param {Box} whole @param {Size} size */
export function zoomed(sight, z, fixed, whole, size) {
  const to = allowed(z, whole, size);
  const share = sight.z / to;
  return clamped(
    { z: to, x: fixed.x - (fixed.x - sight.x) * share, y: fixed.y - (fixed.y - sight.y) * share },
    whole,
    size,
  );
}

/** Whether a point is seen, and not just at the edge. @param {Sight} sight @param {Point} point @param {Size} size @param {number} [margin] in pixels */
export function isSeen(sight, point, size, margin = 0) {
  const x = (point.x - sight.x) * sight.z;
  const y = (point.y - sight.y) * sight.z;
  return x >= margin && y >= margin && x <= size.width - margin && y <= size.height - margin;
}

/** The sight moved just enough to see a whole hex, of which the lowest pixels may be covered. @param {Sight} sight @param {Point} point @param {Size} size @param {number} covered @param {number} around in units @returns {Sight} */
export function revealing(sight, point, size, covered, around) {
  const wide = size.width / sight.z;
  const high = Math.max(size.height - covered, 2 * around * sight.z) / sight.z;
  const x = Math.max(Math.min(sight.x, point.x - around), point.x + around - wide);
  const y = Math.max(Math.min(sight.y, point.y - around), point.y + around - high);
  return { z: sight.z, x, y };
}

/** @param {Sight} sight @param {Size} size the middle is kept, so that another screen shows the same place */
export function written(sight, size) {
  const { x, y } = middleOf(sight, size);
  return `${sight.z.toFixed(3)},${Math.round(x)},${Math.round(y)}`;
}

/** @param {string} text @returns {{z: number, middle: Point} | null} */
export function read(text) {
  const [z, x, y] = text.split(",").map(Number);
  return z > 0 && Number.isFinite(x) && Number.isFinite(y) ? { z, middle: { x, y } } : null;
}
