// The question on phones: a sheet that folds down to its prompt, by its handle or by dragging it.

const FAR = 24; // pixels after which a finger means it
let from = 0;

/** @param {boolean} down */
const fold = (down) => document.body.classList.toggle("folded", down);

document.addEventListener("pointerdown", (event) => {
  if (event.target instanceof Element && event.target.closest("#handle")) from = event.clientY;
});

document.addEventListener("pointerup", (event) => {
  if (!from) return;
  const by = event.clientY - from;
  from = 0;
  fold(Math.abs(by) > FAR ? by > 0 : !document.body.classList.contains("folded"));
});

document.addEventListener("keydown", (event) => {
  const handle = event.target instanceof Element && event.target.closest("#handle");
  if (handle && ["Enter", " "].includes(event.key)) fold(!document.body.classList.contains("folded"));
});
