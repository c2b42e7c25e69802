// Runs before the first paint, so that a chosen theme does not flash the other one.
(() => {
  try {
    const theme = localStorage.getItem('millrace.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage can be blocked; the system's theme holds then.
  }
})();
