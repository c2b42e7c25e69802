import { expect, test } from 'vitest';
import { type PressedKey, shortcutKey } from './shortcut-key.ts';

function press(
  key: string,
  code: string,
  change: Partial<PressedKey> & { altGraph?: boolean } = {},
) {
  const { altGraph = false, ...rest } = change;
  return shortcutKey({
    key,
    code,
    shiftKey: false,
    isComposing: false,
    getModifierState: (name) => altGraph && name === 'AltGraph',
    ...rest,
  });
}
const shiftKey = true;

test.each<[layout: string, key: string, code: string, typed: string, shifted?: boolean]>([
  ['US', 'f', 'KeyF', 'f'],
  ['US, caps lock', 'F', 'KeyF', 'f'],
  ['US', '/', 'Slash', '/'],
  ['US', '?', 'Slash', '?', shiftKey],
  ['German', '/', 'Digit7', '/', shiftKey],
  ['German', '?', 'Minus', '?', shiftKey],
  ['German, the place of the slash', '-', 'Slash', '-'],
  ['French', '/', 'Period', '/', shiftKey],
  ['French', '?', 'KeyM', '?', shiftKey],
  ['French, the place of the slash', '!', 'Slash', '!'],
  ['Spanish', 'ñ', 'Semicolon', 'ñ'],
  ['Turkish', 'ı', 'KeyI', 'ı'],
  ['Dvorak', 'k', 'KeyV', 'k'],
  ['Dvorak, the place of the K', 't', 'KeyK', 't'],
  ['Russian', 'а', 'KeyF', 'f'],
  ['Russian', 'л', 'KeyK', 'k'],
  ['Russian', 'Л', 'KeyK', 'k', shiftKey],
  ['Russian', '/', 'Backslash', '/', shiftKey],
  ['Russian', '?', 'Digit7', '?', shiftKey],
  ['Russian, the place of the slash', '.', 'Slash', '.'],
  ['Ukrainian', 'ф', 'KeyA', 'a'],
  ['Greek', 'κ', 'KeyK', 'k'],
  ['Greek', 'φ', 'KeyF', 'f'],
  ['Hebrew', 'כ', 'KeyF', 'f'],
  ['Hebrew', '/', 'KeyQ', '/'],
  ['Arabic', 'ب', 'KeyF', 'f'],
  ['Arabic, two letters on a key', 'لا', 'KeyB', 'b'],
  ['Arabic', 'ظ', 'Slash', '/'],
  ['Arabic', '؟', 'Slash', '?', shiftKey],
  ['Thai, a mark', 'ั', 'KeyY', 'y'],
  ['Korean', 'ㄹ', 'KeyF', 'f'],
  ['Japanese kana', 'は', 'KeyF', 'f'],
])('%s: %s on %s is %s', (_, key, code, typed, shifted = false) => {
  expect(press(key, code, { shiftKey: shifted })).toBe(typed);
});

test.each([
  ['a dead key', 'Dead', 'Slash', {}],
  ['AltGr on Polish', 'ł', 'KeyL', { altGraph: true }],
  ['AltGr on German', '\\', 'Minus', { altGraph: true }],
  ['AltGr on Greek', '€', 'KeyE', { altGraph: true }],
  ['a key of an input method', 'Process', 'KeyF', {}],
  ['a letter that is composed', 'f', 'KeyF', { isComposing: true }],
  ['another key with a foreign letter', 'ё', 'Backquote', {}],
])('%s is no shortcut', (_, key, code, change) => {
  expect(press(key, code, change)).toBe('');
});

test('keeps the names of other keys', () => {
  expect(press('Escape', 'Escape')).toBe('escape');
});
