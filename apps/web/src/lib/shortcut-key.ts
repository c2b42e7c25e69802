/** The fields of a key event that a shortcut depends on. */
export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'isComposing' | 'getModifierState'
>;

/** The last character of Latin alphabets. Layouts without Latin letters type later ones. */
const lastLatin = '\u024f';

/**
 * Returns the character that a key press types, in lower case, to compare with a shortcut. On a layout without Latin
 * letters, it is the one that the same key types on a US keyboard. Returns an empty text for a dead key, for a key with
 * AltGr, and within an input method.
 */
export function shortcutKey(event: PressedKey): string {
  const { key, code } = event;
  const isNoCharacter = key === 'Dead' || key === 'Process' || event.isComposing;
  if (isNoCharacter || event.getModifierState('AltGraph')) return '';
  if (key.length > 2 || key <= lastLatin) return key.toLowerCase();
  if (code === 'Slash') return event.shiftKey ? '?' : '/';
  return code.startsWith('Key') ? code.slice(3).toLowerCase() : '';
}
