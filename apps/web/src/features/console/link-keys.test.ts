import { expect, it } from 'vitest';
import { nextLine } from './link-keys.ts';

const range = { from: 3, to: 5 };

it.each([
  ['J links the line after the range', 1, false, [], 6],
  ['K links the line before the range', -1, false, [], 2],
  ['J skips folded lines', 1, false, [6, 7], 8],
  ['K skips folded lines', -1, false, [2], 1],
  ['J stays at the last line', 1, false, [6, 7, 8, 9], 5],
  ['K stays at the first line', -1, false, [0, 1, 2], 3],
  ['Shift+J lengthens the range', 1, true, [], 6],
  ['Shift+K shortens the range', -1, true, [], 4],
] as const)('%s', (_, step, isRange, folded, expected) => {
  const rows = { count: 10, rowsOf: (line: number) => (folded.some((of) => of === line) ? 0 : 1) };
  expect(nextLine(range, step, isRange, rows)).toBe(expected);
});

it('keeps at least one line of a range', () => {
  const rows = { count: 10, rowsOf: () => 1 };
  expect(nextLine({ from: 3, to: 3 }, -1, true, rows)).toBe(3);
});
