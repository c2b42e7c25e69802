/**
 * Lets the terminal set its styles by script, until the returned function is called. xterm.js writes them as text of
 * elements and attributes, which the security policy of the page forbids: without this, a terminal has no colours. It
 * creates some of its elements with the document of the page whatever its options say.
 */
export function allowScriptedStyles(): () => void {
  const createElement = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) =>
    name === 'style' ? createSheet(createElement) : withScriptedStyle(createElement(name, options));
  return () => {
    Reflect.deleteProperty(document, 'createElement');
  };
}

function withScriptedStyle(element: HTMLElement): HTMLElement {
  const setAttribute = element.setAttribute.bind(element);
  element.setAttribute = (attribute, value) => {
    if (attribute === 'style') element.style.cssText = value;
    else setAttribute(attribute, value);
  };
  return element;
}

/** Returns an element whose text is a sheet of the document, until it is removed. */
function createSheet(createElement: (name: string) => HTMLElement): HTMLElement {
  const element = createElement('template');
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  Object.defineProperty(element, 'textContent', {
    set: (text: string) => sheet.replaceSync(text),
  });
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    Element.prototype.remove.call(element);
  };
  return element;
}
