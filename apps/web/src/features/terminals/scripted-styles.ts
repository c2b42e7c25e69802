/**
 * Returns a document for a library that writes styles as text. The security policy of the page forbids style elements
 * and attributes with text, so these become style sheets and properties that scripts may set.
 */
export function createScriptedDocument(): Document {
  return new Proxy(document, {
    get(target, key) {
      if (key === 'createElement') return createElement;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function createElement(name: string): HTMLElement {
  const element = document.createElement(name);
  if (element instanceof HTMLStyleElement) return withSheet(element);
  const setAttribute = element.setAttribute.bind(element);
  element.setAttribute = (attribute, value) => {
    if (attribute === 'style') element.style.cssText = value;
    else setAttribute(attribute, value);
  };
  return element;
}

/** Makes the text of a style element a sheet of the document, until the element is removed. */
function withSheet(element: HTMLStyleElement): HTMLStyleElement {
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
