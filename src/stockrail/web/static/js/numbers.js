// Numbers in the action panel: steppers and the words of their buttons, blocks of shares, starting values.

/** @type {Record<string, number>} */
const blocks = {};

/** After each drawing: what was prepared is shown again, and the buttons read what they send. */
export function settleNumbers() {
  for (const company of Object.keys(blocks)) showBlock(company, blocks[company]);
  for (const form of document.querySelectorAll("form.bid")) reword(form);
  for (const select of document.querySelectorAll(".startf select")) {
    if (select instanceof HTMLSelectElement) restart(select);
  }
}

export function forgetBlocks() {
  for (const company of Object.keys(blocks)) delete blocks[company];
}

/** A number up or down, within its limits. @param {HTMLElement} button @param {number} by */
export function step(button, by) {
  const input = button.parentElement?.querySelector("input");
  if (!input) return;
  if (by > 0) input.stepUp();
  else input.stepDown();
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The button says what is sent: the thing that was picked, if there is a choice, and the number. @param {Element} form */
export function reword(form) {
  const parts = form instanceof HTMLFormElement ? [...form.elements] : []; // some stand among the panel's buttons
  const button = parts.find((part) => part.matches("button[data-template]"));
  const input = parts.find((part) => part.matches("input[name=value]"));
  if (!(button instanceof HTMLElement)) return;
  const listed = form.querySelector("select[name=action]");
  const picked = listed instanceof HTMLSelectElement ? listed.selectedOptions[0] : form.querySelector("input:checked");
  const words = picked instanceof HTMLElement ? picked.dataset : button.dataset;
  const labels = JSON.parse(words.labels ?? "[]");
  const value = input instanceof HTMLInputElement ? Number(input.value) : 0;
  const nth = (value - Number(words.low ?? button.dataset.low)) / Number(button.dataset.by);
  const number = value.toLocaleString(document.documentElement.lang);
  button.textContent = labels[nth] ?? (words.template ?? "").replace("{n}", number);
}

/** Another of several things was chosen: its number has limits of its own. @param {HTMLSelectElement} select */
export function limit(select) {
  const input = select.form?.querySelector("input[name=value]");
  const { low, high, value } = select.selectedOptions[0]?.dataset ?? {};
  if (input instanceof HTMLInputElement) Object.assign(input, { min: low, max: high, value });
  if (select.form) reword(select.form);
}

/** The button names the whole price of the value that was chosen. @param {HTMLSelectElement} select */
export function restart(select) {
  const button = select.form?.querySelector("button");
  const option = select.selectedOptions[0];
  if (!button || !option) return;
  button.textContent = option.dataset.short ?? button.textContent;
  button.title = option.dataset.label ?? "";
}

/** One share more or less in a block. @param {string} company @param {number} by */
export function stepBlock(company, by) {
  showBlock(company, (blocks[company] ?? 0) + by);
}

/** A block of shares that is being prepared. @param {string} company @param {number} count */
function showBlock(company, count) {
  const sizes = [...document.querySelectorAll(`.block[data-company="${CSS.escape(company)}"]`)];
  const counts = sizes.map((size) => Number(/** @type {HTMLElement} */ (size).dataset.count));
  if (!counts.length) return;
  const least = Math.min(...counts);
  const most = Math.max(...counts);
  const up = count > (blocks[company] ?? 0);
  const chosen = count > 0 && count < least ? (up ? least : 0) : Math.max(0, Math.min(most, count));
  for (const other of Object.keys(blocks)) if (other !== company && chosen) clearBlock(other);
  blocks[company] = chosen;
  paintBlock(company, chosen, most);
}

/** @param {string} company */
function clearBlock(company) {
  if (!blocks[company]) return;
  blocks[company] = 0;
  paintBlock(company, 0, 1);
}

/** Mark the cell of the market to which a price would go. @param {string} id */
function haunt(id) {
  const ghost = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const look = { class: "ghost", x: 4, y: 4, width: 72, height: 54, rx: 6 };
  for (const [name, value] of Object.entries(look)) ghost.setAttribute(name, String(value));
  document.getElementById(id)?.append(ghost);
}

/** @param {string} company @param {number} chosen @param {number} most */
function paintBlock(company, chosen, most) {
  for (const ghost of document.querySelectorAll("#vmarket .ghost")) ghost.remove();
  for (const size of document.querySelectorAll(`.block[data-company="${CSS.escape(company)}"]`)) {
    if (!(size instanceof HTMLElement)) continue;
    size.hidden = Number(size.dataset.count) !== chosen;
    if (!size.hidden) haunt(`k-m${size.dataset.cell}`);
  }
  const row = document.getElementById(`d-${company}`);
  row?.classList.toggle("on", chosen > 0);
  const number = document.getElementById(`n-${company}`);
  if (number) number.textContent = String(chosen);
  const [less, more] = row?.querySelectorAll("[data-block-step]") ?? [];
  if (less instanceof HTMLButtonElement) less.disabled = chosen === 0;
  if (more instanceof HTMLButtonElement) more.disabled = chosen >= most;
}
