// What was found out about a game that has just been imported: said once, beside its table.

/** The report, if the address says that the game is fresh from a file. */
async function report() {
  const box = document.getElementById("checked");
  if (!box || location.hash !== "#imported") return;
  history.replaceState(history.state, "", location.pathname + location.search);
  const answer = await fetch(box.dataset.src ?? "");
  if (!answer.ok) return;
  box.innerHTML = await answer.text();
  box.showPopover();
}

report();
