// Runs before the first paint, so it is a classic script in the head: the scheme a reader chose, and the sign for the
// style sheet that scripts run.
(() => {
  const { dataset } = document.documentElement;
  dataset.scripts = "";
  try {
    const theme = localStorage.getItem("skillpress:theme");
    if (theme === "light" || theme === "dark") dataset.theme = theme;
  } catch {
    // The browser keeps nothing for this site.
  }
})();
