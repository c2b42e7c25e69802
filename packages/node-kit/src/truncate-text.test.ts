import { expect, it } from 'vitest';
import { truncateText } from './truncate-text.ts';

it.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
  ['a😀b', 3, 'a😀'],
  ['😀', 1, ''],
  ['abc', 0, ''],
])('truncates %j to %i code units', (text, length, wanted) => {
  expect(truncateText(text, length)).toBe(wanted);
});
