// Runs before the first paint, so that a chosen theme does not flash the other one.
// Servers may let browsers keep it for a year: change its number with it.
(() => {
  try {
    const theme = localStorage.getItem('millrace.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage can be blocked; the system's theme holds then.
  }
})();
