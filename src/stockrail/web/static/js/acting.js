// Acting: forms are sent without leaving the page, and what the server answers is drawn.

import { forgetBlocks } from "./numbers.js";
import { leave, page, refresh } from "./page.js";
import { send, target } from "./send.js";

let busy = false;
let warned = ""; // what was sent last, if it was answered by a warning

/** Whether an action is on its way; what it brings will be drawn by itself. */
export const acting = () => busy;

/** @param {HTMLFormElement} form @param {HTMLElement | null} [pressed] the button, if it has a say */
export async function act(form, pressed = null) {
  if (busy) return;
  busy = true;
  const moves = target(form).endsWith("/act");
  const button =
    form.querySelector("button.btn:not([type=button])") ?? document.querySelector(`button[form="${form.id}"]`);
  const words = button?.textContent ?? "";
  const place = refusalOf(form);
  if (place) place.hidden = true;
  document.getElementById("act")?.classList.add("sending");
  if (button && moves) button.textContent = form.dataset.sending ?? page().dataset.sending ?? words;
  const wish = String(new URLSearchParams(/** @type {any} */ (new FormData(form, pressed))));
  const said = await send(form, place, pressed, warned === wish ? { sure: "yes" } : {});
  warned = place?.matches(".beware:not([hidden])") ? wish : "";
  document.getElementById("act")?.classList.remove("sending");
  if (button) button.textContent = words;
  busy = false;
  const text = form.elements.namedItem("text");
  if (said && form.id === "say" && text instanceof HTMLInputElement) text.value = "";
  if (said) forget();
  if (said && form.matches(".wish")) popover(form)?.hidePopover(); // what stands now is seen above the question
  await refresh(Boolean(said) && moves);
  if (!said && place && !place.hidden) place.scrollIntoView({ block: "nearest" });
}

/** The box that a form is in, if it is. @param {HTMLFormElement} form @returns {HTMLElement | null} */
const popover = (form) => form.closest("[popover]");

/** Where a refusal stands: in the box that the form is in, else in the panel. @param {HTMLFormElement} form */
function refusalOf(form) {
  const here = popover(form)?.querySelector(".refusal");
  return here instanceof HTMLElement ? here : document.getElementById("refusal");
}

/** What was chosen for an action that is done. */
function forget() {
  forgetBlocks();
  const kept = new URLSearchParams(location.search);
  for (const name of ["hex", "lay", "circle", "run", "at"]) kept.delete(name);
  const text = kept.toString();
  history.replaceState(null, "", location.pathname + (text ? `?${text}` : "") + location.hash);
}

/** Send a form that leads to another page. @param {HTMLFormElement} form */
async function goOn(form) {
  leave(true);
  const said = await send(form, refusalOf(form));
  if (said) location.href = said.to;
  else leave(false);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("form.do,form.go-on")) return;
  event.preventDefault();
  if (form.matches(".go-on")) goOn(form);
  else act(form, event.submitter);
});
