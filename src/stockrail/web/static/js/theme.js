// The theme before the first paint; without a choice the system's.
(function () {
  const root = document.documentElement;
  try {
    if (localStorage.theme) root.dataset.theme = localStorage.theme;
  } catch {
    // a browser without storage follows the system
  }
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-flip]")) return;
    const dark = matchMedia("(prefers-color-scheme:dark)").matches ? "dark" : "light";
    const next = (root.dataset.theme || dark) === "dark" ? "light" : "dark";
    root.dataset.theme = next;
    try {
      localStorage.theme = next;
    } catch {
      // then it holds for this page
    }
  });
})();
