// Runs before the interface is loaded: applies the chosen theme, and reports an interface that fails to load.
// Browsers may cache this file for a year, so a change of its code needs a new number in its name.
(() => {
  const read = (name) => {
    try {
      return localStorage.getItem(`millrace.${name}`);
    } catch {
      // Storage can be blocked. The browser's settings apply then.
      return null;
    }
  };

  // Runs before the first paint, so that the other theme does not flash.
  const theme = read('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  // The message catalogues are part of the interface, so they are missing too.
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
  // The error event of a script that cannot be fetched does not bubble, so it is captured here. A script
  // that the browser cannot parse reports its error to the window.
  addEventListener('error', sayMissing, true);
})();
