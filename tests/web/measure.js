// Measures a page as a reader sees it. Given to the page by tests/web/measuring.py; returns what is wrong, as sentences.
(wanted) => {
  const faults = [];
  const wide = innerWidth >= 600;
  const desk = innerWidth >= 1024;
  const say = (rule, text) => wanted.includes(rule) && faults.push(`${rule}: ${text}`);
  const short = (text) => text.trim().replace(/\s+/g, " ").slice(0, 40);
  const styles = new Map();
  const style = (node) => styles.get(node) || styles.set(node, getComputedStyle(node)).get(node);

  const name = (node) => {
    const own = node.id ? `#${node.id}` : node.classList.length ? `.${[...node.classList].join(".")}` : "";
    const home = node.parentElement?.closest("[id]");
    return `${home && !node.id ? `#${home.id} ` : ""}${node.tagName.toLowerCase()}${own}`;
  };

  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const quiet = (node) => node.closest(".sr, .skip, .newest, [popover], dialog, noscript, script, style");

  const clips = new Map();
  // What is left of the window where this element's children can be seen.
  function clip(node) {
    if (!node || node === document.documentElement) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    if (clips.has(node)) return clips.get(node);
    let box = style(node).position === "fixed" ? clip(null) : clip(node.parentElement);
    if (style(node).overflowX !== "visible" || style(node).overflowY !== "visible")
      box = common(box, node.getBoundingClientRect());
    clips.set(node, box);
    return box;
  }

  const common = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const empty = (box) => box.right - box.left < 1 || box.bottom - box.top < 1;
  const within = (box, outer, slack) =>
    box.left >= outer.left - slack &&
    box.right <= outer.right + slack &&
    box.top >= outer.top - slack &&
    box.bottom <= outer.bottom + slack;

  // -- texts: one entry for each line of each text node ---------------------------------------------------------

  function texts() {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || !shown(parent) || quiet(parent) || parent.closest("svg")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const seen = common(box, clip(parent));
        if (box.width < 1 || empty(seen) || covered(parent, seen)) continue;
        found.push({ node, parent, box, seen, text: short(node.data) });
      }
    }
    return found;
  }

  // Something else lies over it, such as a heading that stays while its rows scroll.
  function covered(parent, box) {
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return !top || !(top.contains(parent) || parent.contains(top));
  }

  function overlaps(all) {
    // A line's box is higher than its letters: what counts is the middle of it.
    const inner = all.map((one) => {
      const lift = (one.box.bottom - one.box.top) * 0.22;
      const box = common(one.seen, {
        left: one.box.left + 0.5,
        right: one.box.right - 0.5,
        top: one.box.top + lift,
        bottom: one.box.bottom - lift,
      });
      return { ...one, box };
    });
    inner.sort((a, b) => a.box.top - b.box.top);
    inner.forEach((one, n) => {
      for (let m = n + 1; m < inner.length && inner[m].box.top < one.box.bottom - 1; m += 1) {
        const other = inner[m];
        if (one.node !== other.node && !empty(common(one.box, other.box)))
          say("overlap", `“${one.text}” and “${other.text}” in ${name(one.parent)} and ${name(other.parent)}`);
      }
    });
  }

  // Text that is cut at an edge which nobody can scroll to; that is fair where a title has the whole.
  function cuts(all) {
    for (const one of all) {
      const fault = cutBy(one);
      if (fault) say(...fault);
    }
  }

  function cutBy({ parent, box, text }) {
    for (let node = parent; node && node !== document.body; node = node.parentElement) {
      const { overflowX, overflowY } = style(node);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const edge = node.getBoundingClientRect();
      const across = box.right > edge.right + 1.5 || box.left < edge.left - 1.5;
      const down = box.bottom - 4 > edge.bottom || box.top + 4 < edge.top;
      if (!across && !down) continue;
      if (node.closest("[title]")?.title.includes(text.slice(0, 12))) return null;
      if (across && ["auto", "scroll"].includes(overflowX))
        return wide ? ["sideways", `“${text}” in ${name(node)}`] : null;
      if (across) return ["cut", `“${text}” in ${name(node)}`];
      if (["auto", "scroll"].includes(overflowY)) return null;
      return ["cut", `“${text}” in ${name(node)}, below or above`];
    }
    return box.right > innerWidth + 1 ? ["edge", `“${text}” hangs over the edge of the page`] : null;
  }

  function small(all) {
    for (const { parent, text } of all) {
      const size = parseFloat(style(parent).fontSize);
      if (size < 11 - 0.01) say("small", `“${text}” has ${size} px in ${name(parent)}`);
    }
  }

  // In the market the words of cells may be smaller than its prices.
  function onMap(rule, all) {
    for (const view of document.querySelectorAll("#vmap, #vmarket")) {
      if (!shown(view)) continue;
      const edge = clip(view);
      const sizes = [];
      for (const node of view.querySelectorAll("svg text")) {
        if (!node.textContent.trim() || !shown(node)) continue;
        const box = node.getBoundingClientRect();
        if (empty(common(box, edge))) continue;
        const matrix = node.getScreenCTM();
        const scale = Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
        const size = parseFloat(style(node).fontSize) * scale;
        const least = node.matches(".par-word") ? Math.min(all, 8) : all;
        if (size < least - 0.05) sizes.push([size, node.textContent.trim()]);
      }
      sizes.sort((a, b) => a[0] - b[0]);
      if (sizes.length)
        say(
          rule,
          `${sizes.length} texts of #${view.id} under ${all} px, least ${sizes[0][0].toFixed(1)}: “${short(sizes[0][1])}”`,
        );
    }
  }

  // -- parts ----------------------------------------------------------------------------------------------------

  function parts() {
    const ids = ["top", "ticker", "stage", "act", "ledger", "prices", "log", "bar"];
    const boxes = ids.map((id) => document.getElementById(id)).filter((node) => node && shown(node));
    boxes.forEach((one, n) => {
      for (const other of boxes.slice(n + 1)) {
        const met = common(one.getBoundingClientRect(), other.getBoundingClientRect());
        if (!one.contains(other) && !other.contains(one) && met.right - met.left > 1.5 && met.bottom - met.top > 1.5)
          say(
            "parts",
            `#${one.id} and #${other.id} share ${Math.round(met.right - met.left)} × ${Math.round(met.bottom - met.top)}`,
          );
      }
      if (wide && !within(one.getBoundingClientRect(), clip(null), 1))
        say("parts", `#${one.id} is not whole on the screen`);
    });
  }

  function scrolling() {
    const page = document.scrollingElement;
    if (page.scrollWidth > innerWidth) say("scrolls", `the page is ${page.scrollWidth} wide`);
    if (wide && page.scrollHeight > innerHeight + 1) say("scrolls", `the page is ${page.scrollHeight} high`);
  }

  // In a row of a table every cell of one line stands at the same height; so do facts, places and trains in a line.
  function level(all) {
    const rows = new Map();
    for (const one of all) {
      const row = one.parent.closest("#ledger tr, #depot, #top");
      if (row && !within(row.getBoundingClientRect(), clip(row.parentElement), 1)) continue;
      const head = row?.closest("tbody")?.parentElement.querySelector("thead");
      if (head && row.getBoundingClientRect().top < head.getBoundingClientRect().bottom - 1) continue; // it lies on top
      const cell = one.parent.closest("#ledger td, #ledger th, #depot > *, #top > *");
      if (!row || !cell) continue;
      const cells = rows.get(row) || rows.set(row, new Map()).get(row);
      cells.set(cell, [...(cells.get(cell) || []), one]);
    }
    for (const [row, cells] of rows) {
      if (row.id === "depot" && getComputedStyle(row).display === "block") continue; // on a phone it is no line
      const single = [...cells].filter(([, lines]) =>
        lines.every(({ box }) => Math.abs(box.bottom - lines[0].box.bottom) < 4),
      );
      const middles = single
        .map(([, [{ box, text }]]) => [(box.top + box.bottom) / 2, text])
        .sort((a, b) => a[0] - b[0]);
      if (single.length < cells.size || middles.length < 2) continue;
      const [first, last] = [middles[0], middles[middles.length - 1]];
      if (last[0] - first[0] > 3)
        say(
          "level",
          `“${first[1]}” stands ${(last[0] - first[0]).toFixed(1)} px higher than “${last[1]}” in ${name(row)}`,
        );
    }
  }

  function buttons() {
    const panel = document.getElementById("act");
    if (!panel || !shown(panel)) return;
    const all = [...panel.querySelectorAll("button.primary, .btn.primary")].filter(shown);
    if (!all.length) return;
    const seen = all.filter((one) => within(one.getBoundingClientRect(), clip(one.parentElement), 2));
    if (!seen.length) say("buttons", `“${short(all[0].textContent)}” is out of sight`);
  }

  function logged() {
    const box = document.getElementById("logbox");
    if (!desk || !box || !shown(box)) return;
    const seen = common(box.getBoundingClientRect(), clip(box.parentElement));
    if (seen.bottom - seen.top < 4 * 17)
      say("log", `only ${Math.round(seen.bottom - seen.top)} px of the log are in sight`);
  }

  // A finger needs 44 px (a low bar may have 40), a pointer 24: the target itself, or the room that it has to itself.
  function targets() {
    const all = [];
    for (const node of document.querySelectorAll("button, a.btn, .bar a, select, summary, input, textarea")) {
      const of = node.matches("[type=radio], [type=checkbox]") ? node.closest("label") || node.labels?.[0] : node;
      if (!of || !shown(of) || quiet(of) || node.type === "hidden" || node.disabled || node.closest("svg")) continue;
      const box = of.getBoundingClientRect();
      if (!empty(common(box, clip(of.parentElement)))) all.push({ of, box });
    }
    for (const { of, box } of all) {
      if (of.matches(".signs button")) continue; // its row opens, and shows them larger
      const finger = !wide && of.matches(".btn, .bar a, select, .stepr *, #views label, .lots label");
      const [least, most] = [Math.min(box.width, box.height), Math.max(box.width, box.height)];
      const fits = finger ? least >= 39.5 && most >= 43.5 : least >= 23.5 || inText(of) || apart(of, box, all);
      if (!fits)
        say(
          "target",
          `${name(of)} “${short(of.textContent || of.value || "")}” is ${Math.round(box.width)} × ${Math.round(box.height)}`,
        );
    }
  }

  const inText = (node) =>
    style(node).display === "inline" ||
    Boolean(
      node.closest("p, li")?.textContent.trim().length > node.textContent.trim().length &&
      !node.closest("#depot, #bar"),
    );

  function apart(node, box, all) {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return all.every(({ of, box: its }) => {
      if (of === node || of.contains(node) || node.contains(of)) return true;
      const across = Math.max(its.left - x, x - its.right, 0);
      const down = Math.max(its.top - y, y - its.bottom, 0);
      return Math.hypot(across, down) >= 11.5;
    });
  }

  // -- colours --------------------------------------------------------------------------------------------------

  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  const colours = new Map();
  function colour(text) {
    if (!colours.has(text)) {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = text;
      brush.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
      colours.set(text, [r, g, b, a / 255]);
    }
    return colours.get(text);
  }
  const over = (top, below) => [0, 1, 2].map((n) => top[n] * top[3] + below[n] * (1 - top[3])).concat(1);
  function ground(node) {
    if (!node) return [255, 255, 255, 1];
    const { backgroundColor, backgroundImage } = style(node);
    if (backgroundImage !== "none") return null;
    const own = colour(backgroundColor);
    if (own[3] > 0.995) return own;
    const below = ground(node.parentElement);
    return below && over(own, below);
  }
  const light = ([r, g, b]) =>
    [r, g, b]
      .map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  function contrasts(all) {
    for (const { parent, text } of all) {
      if (!/[\p{L}\p{N}]/u.test(text) || parent.closest(":disabled, [aria-disabled=true], .undone, .later")) continue;
      const back = ground(parent);
      if (!back) continue;
      let faded = 1;
      for (let node = parent; node; node = node.parentElement) faded *= parseFloat(style(node).opacity);
      const ink = colour(style(parent).color);
      const [a, b] = [light(over([...ink.slice(0, 3), ink[3] * faded], back)), light(back)].sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      const { fontSize, fontWeight } = style(parent);
      const large = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && fontWeight >= 700);
      if (ratio < (large ? 3 : 4.5) - 0.02) say("contrast", `“${text}” ${ratio.toFixed(2)} in ${name(parent)}`);
    }
  }

  const all = texts();
  parts();
  scrolling();
  overlaps(all);
  cuts(all);
  small(all);
  level(all);
  buttons();
  logged();
  targets();
  if (wanted.includes("map")) onMap("map", 10);
  if (wanted.includes("whole map")) onMap("whole map", 8);
  if (wanted.includes("contrast")) contrasts(all);
  return [...new Set(faults)];
};
