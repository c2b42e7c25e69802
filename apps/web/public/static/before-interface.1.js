// What a page does before its interface is there, or where that never comes.
// Servers may let browsers keep it for a year: change its number with it.
(() => {
  const read = (name) => {
    try {
      return localStorage.getItem(`millrace.${name}`);
    } catch {
      // Storage can be blocked; what the browser says holds then.
      return null;
    }
  };

  // Before the first paint, so that a chosen theme does not flash the other one.
  const theme = read('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  // The message catalogues are part of what is missing then.
  const missing = {
    en: ['The interface could not be loaded', 'Reload the page'],
    zh: ['界面无法加载', '重新加载页面'],
  };

  const sayMissing = ({ target }) => {
    const root = document.getElementById('root');
    const isOfScript = target === window || target instanceof HTMLScriptElement;
    if (!isOfScript || !root || root.hasChildNodes()) return;
    const language = read('locale') ?? navigator.language;
    const [title, reload] = /^zh\b/i.test(language) ? missing.zh : missing.en;
    const heading = document.createElement('h1');
    heading.textContent = title;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = reload;
    button.addEventListener('click', () => location.reload());
    const main = document.createElement('main');
    main.className = 'no-interface';
    main.append(heading, button);
    root.append(main);
  };
  // A script that does not come is told of to itself alone, one that this browser cannot read to the window.
  addEventListener('error', sayMissing, true);
})();
