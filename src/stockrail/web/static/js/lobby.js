// The lobby: forms by fetch, only the options of the chosen title, and games that change while one looks.

import { morph } from "./morph.js";
import { send } from "./send.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("#newgame,#importf,.stay")) return;
  event.preventDefault();
  const place = form.querySelector(".refusal");
  if (place instanceof HTMLElement) place.hidden = true;
  const pressed = event instanceof SubmitEvent ? event.submitter : null;
  const sending = send(form, place instanceof HTMLElement ? place : null, pressed);
  const buttons = form.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  const said = await sending;
  if (said) location.href = said.to;
  else for (const button of buttons) button.disabled = false;
});

/** The options that belong to the chosen title. */
function chosenTitle() {
  const title = document.querySelector("input[name=title]:checked");
  for (const details of document.querySelectorAll("details[data-title]")) {
    if (details instanceof HTMLElement && title instanceof HTMLInputElement) {
      details.hidden = details.dataset.title !== title.value;
    }
  }
  const named = document.getElementById("chosen");
  if (named && title instanceof HTMLInputElement) named.textContent = title.value;
}

/** Seats that nobody has are folded away but for the next one; a bot or an open seat needs no name. */
function chosenSeats() {
  let free = 0;
  for (const row of document.querySelectorAll(".seatrow")) {
    const kind = row.querySelector("select");
    const name = row.querySelector("input");
    if (!(row instanceof HTMLElement) || !kind || !name) continue;
    const empty = kind.value === "none";
    row.hidden = empty && free > 0;
    free += empty ? 1 : 0;
    name.disabled = empty;
    name.required = kind.value === "account";
    row.dataset.kind = kind.value;
  }
}

document.addEventListener("change", (event) => {
  const input = event.target;
  if (input instanceof HTMLInputElement && input.name === "title") chosenTitle();
  if (input instanceof HTMLSelectElement && input.closest(".seatrow")) chosenSeats();
  if (input instanceof HTMLInputElement && input.type === "file" && input.files?.length) input.form?.requestSubmit();
});

const drop = document.getElementById("drop");
drop?.addEventListener("dragover", (event) => event.preventDefault());
drop?.addEventListener("drop", (event) => {
  const input = drop.querySelector("input");
  if (!input || !event.dataTransfer?.files.length) return;
  event.preventDefault();
  input.files = event.dataTransfer.files;
  input.form?.requestSubmit();
});

async function refresh() {
  const answer = await fetch("/", { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("lists");
  const here = document.getElementById("lists");
  if (next && here) morph(here, next);
}

if (document.getElementById("lists")) {
  const source = new EventSource("/events");
  let soon = 0;
  let lost = false;
  source.onerror = () => {
    lost = true;
  };
  source.onmessage = (event) => {
    const greeted = JSON.parse(event.data).kind === "hello" && !lost;
    lost = false;
    if (greeted || soon) return;
    soon = setTimeout(() => {
      soon = 0;
      refresh();
    }, 300);
  };
  addEventListener("pagehide", () => source.close());
}
chosenTitle();
chosenSeats();
