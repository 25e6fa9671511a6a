// The table: what the reader has chosen stands in the address, the server draws the rest, news comes by itself.

import { Board } from "./board.js";
import { keys } from "./keys.js";
import { morph } from "./morph.js";
import { forgetBlocks, restart, reword, settleNumbers, step, stepBlock } from "./numbers.js";
import { keepNotes } from "./notes.js";
import { send, stored, target, toast } from "./send.js";

/** @returns {HTMLElement} */
const page = () => /** @type {HTMLElement} */ (document.getElementById("page"));
const board = new Board(/** @type {HTMLElement} */ (document.getElementById("vmap")));
let busy = false;

/** The address with some of its choices changed. @param {Record<string, string | null>} changes @param {string[]} keep */
function address(changes, keep) {
  const old = new URLSearchParams(location.search);
  const now = new URLSearchParams();
  for (const name of keep) if (old.has(name)) now.set(name, old.get(name) ?? "");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) now.delete(name);
    else now.set(name, value);
  }
  const text = now.toString();
  return location.pathname + (text ? `?${text}` : "");
}

/** Choose something on this page. @param {Record<string, string | null>} changes @param {string[]} [keep] */
function choose(changes, keep = []) {
  history.replaceState(null, "", address(changes, keep) + location.hash);
  return refresh();
}

/** @type {Promise<void> | null} */
let drawing = null;
let again = false;

/**
 * Fetch the page as it is now and make this one equal to it. Bots may act faster than anybody can draw: what comes
 * while a drawing is on its way is drawn once, after it.
 */
async function refresh(focus = false) {
  again = true;
  drawing ??= (async () => {
    while (again) {
      again = false;
      await draw().catch(() => undefined);
    }
    drawing = null;
  })();
  await drawing;
  if (focus) document.getElementById("prompt")?.focus({ preventScroll: true });
}

async function draw() {
  const url = new URL(location.href);
  url.searchParams.set("part", "1");
  url.hash = "";
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("page");
  if (!next) return;
  const turn = page().dataset.mine;
  const view = document.getElementById("view")?.dataset.default;
  const box = document.getElementById("logbox");
  const numbers = figures();
  const refusal = document.getElementById("refusal");
  if (refusal && next.dataset.number !== page().dataset.number) refusal.hidden = true;
  morph(page(), next);
  tint(numbers);
  if (box) box.scrollTop = 0;
  document.title = page().dataset.title ?? document.title;
  settle(view);
  if (!turn && page().dataset.mine) yourTurn();
}

/** The numbers that a player watches, by their ids. */
function figures() {
  const found = new Map();
  for (const cell of document.querySelectorAll("[id^=cash],[id^=worth],[id^=price-],#f-bank,#f-phase")) {
    found.set(cell.id, cell.textContent);
  }
  return found;
}

/** A number that has changed is marked for a moment. @param {Map<string, string | null>} before */
function tint(before) {
  for (const [id, text] of figures()) {
    if (!before.has(id) || before.get(id) === text) continue;
    const cell = document.getElementById(id);
    cell?.classList.add("changed");
    setTimeout(() => cell?.classList.remove("changed"), 1500);
  }
}

/** After each drawing: the view, prepared blocks, what is still to be computed. @param {string | undefined} [view] */
function settle(view) {
  board.restore();
  const wanted = document.getElementById("view")?.dataset.default;
  if (wanted !== view) {
    const radio = document.getElementById(`v-${wanted}`);
    if (radio instanceof HTMLInputElement) radio.checked = true;
  }
  settleNumbers();
  if (document.querySelector("#v-tiles:checked")) tiles();
  clocks();
  unread();
  proof();
  gains();
}

/** The server's clock becomes the reader's. */
function clocks() {
  const format = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });  // short and the same for all
  const whole = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of document.querySelectorAll("#low [data-t]")) {
    if (!(time instanceof HTMLElement)) continue;
    const moment = new Date(Number(time.dataset.t) * 1000);
    time.textContent = format.format(moment);
    if (time.nodeName === "TIME") time.title = whole.format(moment);
  }
}

function yourTurn() {
  const text = page().dataset.turn ?? "";
  toast(text);
  if (document.hidden && stored("notify") === "yes" && "Notification" in window && Notification.permission === "granted") {
    new Notification("Stockrail", { body: text });
  }
}

// -- acting -------------------------------------------------------------------------------------------------------

/** @param {HTMLFormElement} form */
async function act(form) {
  if (busy) return;
  busy = true;
  const button = form.querySelector("button.btn:not([type=button])") ?? document.querySelector(`button[form="${form.id}"]`);
  const words = button?.textContent ?? "";
  const place = document.getElementById("refusal");
  if (place) place.hidden = true;
  document.getElementById("act")?.classList.add("sending");
  if (button && target(form).endsWith("/act")) button.textContent = form.dataset.sending ?? page().dataset.sending ?? words;
  const said = await send(form, place);
  document.getElementById("act")?.classList.remove("sending");
  if (button) button.textContent = words;
  busy = false;
  if (said && form.id === "say") form.reset();
  if (said) {
    forgetBlocks();
    history.replaceState(null, "", location.pathname + location.hash);
  }
  await refresh(Boolean(said) && target(form).endsWith("/act"));
  if (!said && place && !place.hidden) place.scrollIntoView({ block: "nearest" });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("form.do")) return;
  event.preventDefault();
  act(form);
});

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  const found = (/** @type {string} */ selector) => /** @type {HTMLElement | null} */ (target.closest(selector));
  const link = found("a[data-at]");
  if (link) {
    event.preventDefault();
    if (link.getAttribute("aria-disabled") !== "true") goTo(link.dataset.at ?? "");
    return;
  }
  const hex = found("a[data-hex]");
  if (hex) {
    event.preventDefault();
    choose({ hex: hex.dataset.hex ?? "" });
    return;
  }
  const circle = found("a[data-circle]");
  if (circle) {
    event.preventDefault();
    choose({ circle: circle.dataset.circle ?? "" });
    return;
  }
  const run = found("a[data-run]");
  if (run) {
    event.preventDefault();
    choose(run.dataset.run === "draw" ? { run: "" } : {});
    return;
  }
  const rule = found("a[data-rule]");
  if (rule) {
    event.preventDefault();
    openRule(rule.dataset.rule ?? "");
    return;
  }
  pressed(found);
});

/** Buttons that change only this page. @param {(selector: string) => HTMLElement | null} found */
function pressed(found) {
  const zoom = found("[data-zoom]")?.dataset.zoom;
  if (zoom === "in") board.zoom(1.4);
  else if (zoom === "out") board.zoom(1 / 1.4);
  else if (zoom === "fit") board.fit();
  const stepper = found("[data-step]");
  if (stepper) step(stepper, Number(stepper.dataset.step));
  const block = found("[data-block-step]");
  if (block) {
    stepBlock(found("[data-block]")?.dataset.block ?? "", Number(block.dataset.blockStep));
  }
  const copy = found("[data-copy]");
  if (copy) copyLink(copy);
  const train = found("#own [data-train]");
  if (train) drawTrain(train.dataset.train ?? "");
}

/** @param {HTMLElement} button */
async function copyLink(button) {
  const link = location.origin + (button.dataset.copy ?? "");
  try {
    await navigator.clipboard.writeText(link);
    toast(link);
  } catch (error) {
    prompt("", link);
  }
}

/** @param {string} url */
async function openRule(url) {
  const answer = await fetch(url);
  if (!answer.ok) return;
  const said = await answer.json();
  const box = /** @type {HTMLElement} */ (document.getElementById("rulebox"));
  /** @type {HTMLElement} */ (document.getElementById("rule-name")).textContent = said.rule;
  /** @type {HTMLElement} */ (document.getElementById("rule-text")).textContent = said.text;
  box.showPopover();
}

document.addEventListener("input", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement)) return;
  if (input.id === "slider") return slide(input);
  const form = input.closest("form.bid");
  if (form && input.name === "value") reword(form);
});

document.addEventListener("change", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) && !(input instanceof HTMLSelectElement)) return;
  if (input.matches("#picker [name=action]")) reword(/** @type {Element} */ (input.closest("form")));
  if (input instanceof HTMLSelectElement && input.matches(".startf select")) restart(input);
  if (input instanceof HTMLInputElement && input.dataset.lay) choose({ lay: input.dataset.lay }, ["hex"]);
  if (input.id === "v-tiles") tiles();
  if (input.id.startsWith("ov-")) stored(input.id, input instanceof HTMLInputElement && input.checked ? "yes" : "no");
  if (input.id === "lt-chat") unread();
  if (input.matches("[data-notify]") && input instanceof HTMLInputElement) notify(input);
  if (input.matches("[data-keys]") && input instanceof HTMLInputElement) stored("keys", input.checked ? "yes" : "no");
});

/** @param {HTMLInputElement} input */
async function notify(input) {
  if (input.checked && "Notification" in window) input.checked = (await Notification.requestPermission()) === "granted";
  stored("notify", input.checked ? "yes" : "no");
}

// -- the board ----------------------------------------------------------------------------------------------------

board.box.addEventListener("click", (event) => {
  const hex = board.hexOf(event);
  if (hex) pick(hex);
});

/** A hex was chosen: for a tile, a token, or as the next one of a run. @param {string} hex */
function pick(hex) {
  if (document.getElementById("own")) return drawHex(hex);
  if (!page().dataset.mine || !document.querySelector("#hits [role=button]")) return;
  const current = new URLSearchParams(location.search).get("hex");
  if (current === hex && document.getElementById("tiles")) return turn(1);
  choose({ hex });
}

/** The next tile or turn. @param {number} by */
function turn(by) {
  const all = [...document.querySelectorAll("#tiles input")];
  const now = all.findIndex((input) => input instanceof HTMLInputElement && input.checked);
  const next = all[(now + by + all.length) % all.length];
  if (next instanceof HTMLInputElement) choose({ lay: next.dataset.lay ?? "" }, ["hex"]);
}

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
function keepDrawn(runs) {
  return choose({ run: [...runs].map(([train, hexes]) => `${train}:${hexes.join(".")}`).join("~") });
}

/** The train that is being drawn comes last. @param {string} train */
function drawTrain(train) {
  const runs = drawn();
  const hexes = runs.get(train) ?? [];
  runs.delete(train);
  runs.set(train, hexes);
  keepDrawn(runs);
}

/** @param {string} hex */
function drawHex(hex) {
  const runs = drawn();
  const train = document.getElementById("own")?.dataset.train ?? "";
  const hexes = runs.get(train) ?? [];
  runs.delete(train);
  runs.set(train, hexes.at(-1) === hex ? hexes.slice(0, -1) : [...hexes, hex]);
  keepDrawn(runs);
}

/** All tiles, fetched when they are looked at. */
async function tiles() {
  const box = document.getElementById("vtiles");
  if (!box || box.dataset.live === page().dataset.number) return;
  box.dataset.live = page().dataset.number;
  const answer = await fetch(box.dataset.src ?? "");
  if (answer.ok) box.innerHTML = await answer.text();
}

/** A run that is not proven best: the server goes on searching, and the page is drawn anew when it has finished. */
async function proof() {
  const later = document.getElementById("proof")?.dataset.later;
  const number = page().dataset.number;
  if (!later) return;
  const answer = await fetch(later);
  if (answer.ok && page().dataset.number === number) refresh();
}

let asked = 0;

/** What tiles do to the best run: asked for one after the other, never waited for. */
async function gains() {
  const number = page().dataset.number;
  const turn = ++asked;
  const note = document.getElementById("gain");
  if (note?.dataset.lay) {
    const query = new URLSearchParams({ hex: note.dataset.hex ?? "", lay: note.dataset.lay });
    const answer = await fetch(`/game/${page().dataset.game}/gain?${query}`);
    if (answer.ok && page().dataset.number === number && note.isConnected) {
      note.textContent = (note.dataset.text ?? "").replace("{change}", (await answer.json()).text);
    }
  }
  for (const link of document.querySelectorAll("#hexes a[data-hex]")) {
    if (!(link instanceof HTMLElement) || link.querySelector("span")) continue;
    const answer = await fetch(`/game/${page().dataset.game}/gain?hex=${link.dataset.hex}`);
    if (!answer.ok || page().dataset.number !== number) return;
    const said = await answer.json();
    if (!link.isConnected || turn !== asked || link.querySelector("span")) return;
    const span = document.createElement("span");
    span.className = said.gain > 0 ? "gain" : said.gain < 0 ? "loss" : "muted";
    span.textContent = said.text;
    link.append(span);
  }
}

// -- history ------------------------------------------------------------------------------------------------------

/** @param {string} at */
function goTo(at) {
  return choose(at === "" || at === page().dataset.acts ? {} : { at });
}

let sliding = 0;

/** @param {HTMLInputElement} slider */
function slide(slider) {
  clearTimeout(sliding);
  sliding = setTimeout(() => goTo(slider.value), 60);
}

// -- chat ---------------------------------------------------------------------------------------------------------

/** How much was said since the chat was looked at. */
function unread() {
  const badge = document.getElementById("unread");
  if (!badge) return;
  const key = `talk-${page().dataset.game}`;
  const count = Number(badge.dataset.count);
  if (document.querySelector("#lt-chat:checked")) stored(key, String(count));
  const fresh = count - Number(stored(key) ?? 0);
  badge.hidden = fresh <= 0;
  badge.textContent = String(fresh);
}

// -- news ---------------------------------------------------------------------------------------------------------

function listen() {
  const source = new EventSource(`/game/${page().dataset.game}/events`);
  let lost = false;
  source.onmessage = (event) => {
    if (lost) toast(page().dataset.online ?? "");
    const missed = lost;
    lost = false;
    const news = JSON.parse(event.data);
    const unnumbered = ["chat", "seat", "again"].includes(news.kind);  // what happened then did not change the number
    const other = missed || unnumbered || String(news.number) !== page().dataset.number;
    if (other && !busy) refresh();
  };
  source.onerror = () => {
    if (!lost) toast(page().dataset.offline ?? "");
    lost = true;
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
  addEventListener("pagehide", () => source.close());
}

/** A phone's log is as long as the page: its end is what is new. */
addEventListener("hashchange", () => {
  if (location.hash === "#log" && matchMedia("(max-width:1023px)").matches) scrollTo(0, document.body.scrollHeight);
});

for (const input of document.querySelectorAll(".vt input[type=checkbox]")) {
  const kept = stored(input.id);
  if (kept && input instanceof HTMLInputElement) input.checked = kept === "yes";
}
for (const input of document.querySelectorAll("[data-notify]")) {
  if (input instanceof HTMLInputElement) input.checked = stored("notify") === "yes";
}
for (const input of document.querySelectorAll("[data-keys]")) {
  if (input instanceof HTMLInputElement) input.checked = stored("keys") !== "no";
}
keys({ board, choose, goTo, turn, pick, act, page, toast });
settle(document.getElementById("view")?.dataset.default);
keepNotes(page().dataset.game ?? "");
listen();
