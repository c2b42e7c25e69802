import { readStored, writeStored } from './storage.ts';

const stored = 'keys';
/** Elements that handle keys themselves. */
const takers =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Whether keys that are pressed alone do something: who speaks to the browser may not want that. */
export function hasPageKeys(): boolean {
  return readStored(stored) !== 'off';
}

export function setPageKeys(isOn: boolean): void {
  writeStored(stored, isOn ? 'on' : 'off');
}

/** Whether `key` was pressed alone, and is meant for the page as a whole. */
export function isPageKey(event: KeyboardEvent, key: string): boolean {
  if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  // The target of what happens in a shadow root, as an editor's, is only its host.
  const [origin] = event.composedPath();
  const isTaken = origin instanceof Element && origin.closest(takers) !== null;
  return !isTaken && hasPageKeys();
}
