import { shortcutKey } from './shortcut-key.ts';
import { readStored, writeStored } from './storage.ts';

const stored = 'keys';
/** Elements that handle keys themselves. */
const keyHandlers =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Returns whether single-key shortcuts are enabled. Users of speech input may turn them off. */
export function hasPageKeys(): boolean {
  return readStored(stored) !== 'off';
}

export function setPageKeys(isOn: boolean): void {
  writeStored(stored, isOn ? 'on' : 'off');
}

/** Returns whether `key` was pressed without modifiers, and outside of elements that handle keys. */
export function isPageKey(event: KeyboardEvent, key: string): boolean {
  if (shortcutKey(event) !== key || event.ctrlKey || event.metaKey || event.altKey) return false;
  // Outside of a shadow root, such as the one of the editor, `event.target` is only its host.
  const [origin] = event.composedPath();
  const isHandled = origin instanceof Element && origin.closest(keyHandlers) !== null;
  return !isHandled && hasPageKeys();
}
