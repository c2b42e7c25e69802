// Runs in the tested page. Finds elements by role and accessible name, as a screen reader does.
import { computeAccessibleName, getRole } from 'dom-accessibility-api';

export interface Wanted {
  /** `field` matches every element of a form that takes an input, because a password has no role. */
  role: string;
  /** The complete name, or the source of a regular expression. Every name if it is missing. */
  name?: string | { pattern: string; flags: string };
  /** The element must be inside of the first element found with this. */
  inside?: Wanted;
}

export interface Found {
  /** Center of the element, which was scrolled into view. */
  x: number;
  y: number;
  text: string;
  value: string;
  hasFocus: boolean;
  containsFocus: boolean;
  isEnabled: boolean;
  pressed: string | null;
}

function isShown(element: Element): boolean {
  const isHidden = element.closest('[aria-hidden=true], [inert]') !== null;
  return !isHidden && element.checkVisibility() && element.getClientRects().length > 0;
}

function hasRole(element: Element, role: string): boolean {
  return role === 'field'
    ? element.matches('input, textarea, select, [contenteditable=true]')
    : getRole(element) === role;
}

function hasName(element: Element, name: Wanted['name']): boolean {
  if (name === undefined) return true;
  const actual = computeAccessibleName(element).replace(/\s+/g, ' ').trim();
  return typeof name === 'string'
    ? actual === name
    : new RegExp(name.pattern, name.flags).test(actual);
}

function findAll({ role, name, inside }: Wanted): Element[] {
  const scope = inside ? findAll(inside)[0] : document;
  return [...(scope?.querySelectorAll('*') ?? [])].filter(
    (element) => hasRole(element, role) && isShown(element) && hasName(element, name),
  );
}

/** Returns the elements; scrolls the first one into view. */
export function find(wanted: Wanted): Found[] {
  const elements = findAll(wanted);
  return elements.map((element, at) => {
    if (at === 0)
      element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect();
    return {
      x: Math.floor(left + width / 2),
      y: Math.floor(top + height / 2),
      text: element instanceof HTMLElement ? element.innerText : (element.textContent ?? ''),
      value: 'value' in element ? String(element.value) : '',
      hasFocus: document.activeElement === element,
      containsFocus: element.contains(document.activeElement),
      isEnabled: !element.matches(':disabled, [aria-disabled=true]'),
      pressed: element.getAttribute('aria-pressed'),
    };
  });
}
