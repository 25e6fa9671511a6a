// The board: pan and zoom by mouse, touch and keys; the hex that somebody points at.

const MOST = 6;

/** Where the view stands: the part of the picture that is seen. */
export class Board {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    /** @type {{x: number, y: number, w: number, h: number} | null} */
    this.seen = null;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.moved = false;
    box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    box.addEventListener("pointerdown", (event) => this.down(event));
    box.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      box.addEventListener(name, (event) => this.up(/** @type {PointerEvent} */ (event)));
    }
  }

  /** @returns {SVGSVGElement | null} */
  get svg() {
    return this.box.querySelector("svg");
  }

  /** The whole picture, cut to the hexes. */
  whole() {
    const box = this.svg?.dataset.whole ?? this.svg?.getAttribute("viewBox") ?? "0 0 100 100";
    const [x, y, w, h] = box.split(" ").map(Number);
    return { x, y, w, h };
  }

  /** After the server has drawn the board anew: keep looking at the same place. */
  restore() {
    const svg = this.svg;
    if (!svg) return;
    if (!svg.dataset.whole) svg.dataset.whole = svg.getAttribute("viewBox") ?? "";
    if (this.seen) this.show(this.seen);
    else if (matchMedia("(max-width:560px)").matches) this.toLegal();
    else this.fit();
  }

  fit() {
    this.seen = null;
    const { x, y, w, h } = this.whole();
    this.svg?.setAttribute("viewBox", `${x + 50} ${y + 50} ${w - 100} ${h - 100}`);
  }

  /** A phone opens where something can be done. */
  toLegal() {
    const legal = [...this.box.querySelectorAll("#hits [role=button]")];
    const { x, y, w, h } = this.whole();
    if (!legal.length) return this.fit();
    const xs = legal.map((hex) => Number(hex.getAttribute("x")));
    const ys = legal.map((hex) => Number(hex.getAttribute("y")));
    const [left, right, top, low] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const size = Math.min(w, h, Math.max(right - left, low - top, 700) + 300);
    const place = (/** @type {number} */ middle, /** @type {number} */ start, /** @type {number} */ all) =>
      Math.max(start, Math.min(start + all - size, middle - size / 2));
    this.show({ x: place((left + right) / 2, x, w), y: place((top + low) / 2, y, h), w: size, h: size });
    this.seen = null;
  }

  /** @param {{x: number, y: number, w: number, h: number}} part */
  show(part) {
    this.seen = part;
    this.svg?.setAttribute("viewBox", `${part.x} ${part.y} ${part.w} ${part.h}`);
  }

  /** The part that is seen now. */
  now() {
    const [x, y, w, h] = (this.svg?.getAttribute("viewBox") ?? "0 0 100 100").split(" ").map(Number);
    return { x, y, w, h };
  }

  /** A point of the screen on the picture. @param {number} x @param {number} y */
  place(x, y) {
    const matrix = this.svg?.getScreenCTM()?.inverse();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : new DOMPoint(0, 0);
  }

  /** @param {number} factor @param {{x: number, y: number}} [around] */
  zoom(factor, around) {
    const { x, y, w, h } = this.now();
    const all = this.whole();
    const wide = Math.max(all.w / MOST, Math.min(all.w, w / factor));
    const by = wide / w;
    const centre = around ?? { x: x + w / 2, y: y + h / 2 };
    if (by >= 1 && wide >= all.w) return this.fit();
    this.show({ x: centre.x - (centre.x - x) * by, y: centre.y - (centre.y - y) * by, w: wide, h: h * by });
  }

  /** @param {number} dx @param {number} dy in parts of what is seen */
  pan(dx, dy) {
    const { x, y, w, h } = this.now();
    this.show({ x: x + dx * w, y: y + dy * h, w, h });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!(event.ctrlKey || event.metaKey || this.seen || event.deltaY < 0)) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.place(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.moved = false;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const far = Math.hypot(event.clientX - before.x, event.clientY - before.y);
    if (!this.moved && far < 5) return;
    this.moved = true;
    if (this.fingers.size === 1) {
      const a = this.place(before.x, before.y);
      const b = this.place(event.clientX, event.clientY);
      const { x, y, w, h } = this.now();
      this.show({ x: x - (b.x - a.x), y: y - (b.y - a.y), w, h });
    } else {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) this.pinch(before, event, other);
    }
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {{x: number, y: number}} before @param {PointerEvent} event @param {{x: number, y: number}} other */
  pinch(before, event, other) {
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (was > 0) this.zoom(is / was, this.place((event.clientX + other.x) / 2, (event.clientY + other.y) / 2));
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
  }

  /** The hex under an event, unless the board was dragged. @param {Event} event */
  hexOf(event) {
    const hit = event.target instanceof Element ? event.target.closest("#hits > *") : null;
    return hit && !this.moved ? hit.id.slice(1) : null;
  }

  /** The next legal hex in a direction. @param {Element} from @param {number} dx @param {number} dy */
  next(from, dx, dy) {
    const x = Number(from.getAttribute("x"));
    const y = Number(from.getAttribute("y"));
    let best = null;
    let least = Infinity;
    for (const hex of this.box.querySelectorAll("#hits [role=button]")) {
      const ax = Number(hex.getAttribute("x")) - x;
      const ay = Number(hex.getAttribute("y")) - y;
      const along = ax * dx + ay * dy;
      const cost = along + 2 * Math.abs(ax * dy - ay * dx);
      if (along > 1 && cost < least) [best, least] = [hex, cost];
    }
    if (best instanceof SVGElement) best.focus();
  }
}
