// Requests: forms by fetch, the answer's refusal beside the button, short notices.

const MOST_TOASTS = 2;
const BEWARE = 428; // the status of a warning: the same form, sent once more, goes through

/** What proves that a form is ours. @returns {string} */
export function token() {
  return document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";
}

/** Where a form goes; `form.action` would be a field of that name. @param {HTMLFormElement} form */
export function target(form) {
  return form.getAttribute("action") ?? "";
}

/**
 * Send a form. Returns what the server says, or null if it refuses; then the sentence stands in `place`.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} place
 * @param {HTMLElement | null} [pressed] the button, if it has a say
 * @param {Record<string, string>} [more] fields besides those of the form
 * @returns {Promise<Record<string, any> | null>}
 */
export async function send(form, place, pressed = null, more = {}) {
  const multipart = form.enctype === "multipart/form-data";
  const data = new FormData(form, pressed);
  for (const [name, value] of Object.entries(more)) data.set(name, value);
  const body = multipart ? data : new URLSearchParams(/** @type {any} */ (data));
  const headers = { Accept: "application/json", "x-csrftoken": token() };
  let answer;
  try {
    answer = await fetch(target(form), { method: "POST", body, headers });
  } catch (error) {
    refuse(place, String(document.getElementById("page")?.dataset.offline ?? error));
    if (place) place.dataset.lost = ""; // true only until the line is whole again
    document.dispatchEvent(new Event("lost"));
    return null;
  }
  const said = await answer.json().catch(() => ({ detail: answer.statusText }));
  if (answer.ok) return said;
  if (answer.status === BEWARE) warn(place, said.detail);
  else if (answer.status !== 409) refuse(place, said.detail, said.rule);
  else toast(said.detail);
  return null;
}

/**
 * @param {HTMLElement | null} place
 * @param {string} text
 * @param {string} [rule]
 */
export function refuse(place, text, rule) {
  if (!place) return toast(text);
  delete place.dataset.lost;
  place.classList.remove("beware");
  place.textContent = text;
  if (rule) cite(place, text, rule);
  place.hidden = false;
}

/** What an action would cost; the second press goes on. @param {HTMLElement | null} place @param {string} text */
function warn(place, text) {
  refuse(place, `${text} ${document.getElementById("page")?.dataset.again ?? ""}`);
  place?.classList.add("beware");
}

/** The rule at the end of a refusal opens its text. @param {HTMLElement} place @param {string} text @param {string} rule */
function cite(place, text, rule) {
  const game = document.getElementById("page")?.dataset.game;
  const end = text.lastIndexOf(". ") + 2;
  if (!game || end < 2) return;
  const link = document.createElement("a");
  link.className = "rule";
  link.href = `/game/${game}/rules#r-${rule}`;
  link.dataset.rule = `/game/${game}/rule/${rule}`;
  link.textContent = text.slice(end);
  place.replaceChildren(text.slice(0, end), link);
}

/** @param {string} text */
export function toast(text) {
  const box = document.getElementById("toasts");
  if (!box || !text) return;
  const passing = box.querySelectorAll(":not(#offline)"); // that notice stays until the line is whole again
  for (const old of [...passing].slice(0, Math.max(0, passing.length + 1 - MOST_TOASTS))) old.remove();
  const note = document.createElement("p");
  note.textContent = text;
  box.append(note);
  setTimeout(() => note.remove(), 6000);
}

/** @param {string} key @param {string} [value] @returns {string | null} */
export function stored(key, value) {
  try {
    if (value !== undefined) localStorage.setItem(key, value);
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
