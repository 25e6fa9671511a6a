// The menu: links to copy, rules to read, what this browser remembers.

import { stored, toast } from "./send.js";

/** @param {HTMLElement} button */
export async function copyLink(button) {
  const link = location.origin + (button.dataset.copy ?? "");
  try {
    await navigator.clipboard.writeText(link);
    toast(link);
  } catch {
    prompt("", link);
  }
}

/** @param {string} url */
export async function openRule(url) {
  const answer = await fetch(url);
  if (!answer.ok) return;
  const said = await answer.json();
  const box = /** @type {HTMLElement} */ (document.getElementById("rulebox"));
  /** @type {HTMLElement} */ (document.getElementById("rule-name")).textContent = said.rule;
  /** @type {HTMLElement} */ (document.getElementById("rule-text")).textContent = said.text;
  box.showPopover();
}

/** @param {HTMLInputElement} input */
async function notify(input) {
  if (input.checked && "Notification" in window) input.checked = (await Notification.requestPermission()) === "granted";
  stored("notify", input.checked ? "yes" : "no");
}

document.addEventListener("change", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement)) return;
  if (input.matches("[data-notify]")) notify(input);
  if (input.matches("[data-keys]")) stored("keys", input.checked ? "yes" : "no");
});

for (const input of document.querySelectorAll("[data-notify],[data-keys]")) {
  if (!(input instanceof HTMLInputElement)) continue;
  input.checked = input.matches("[data-notify]") ? stored("notify") === "yes" : stored("keys") !== "no";
}
