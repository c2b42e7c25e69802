import { expect, test } from 'vitest';
import { foldLength, formatSize, toRows } from './log-rows.ts';

const line = (pos: number, length: number) => ({ pos, out: 'x'.repeat(length), time: 0 });

test('most lines are one row', () => {
  const rows = toRows([line(0, 3), line(1, 5)], 1, new Set());
  expect(rows).toMatchObject([{ index: 1, from: 0, to: 5, foldedLength: 0 }]);
});

test('a very long line folds, and opens into rows that can be drawn one by one', () => {
  const long = line(7, foldLength + 1);
  expect(toRows([long], 0, new Set())).toMatchObject([
    { to: 2000, foldedLength: foldLength - 1999 },
  ]);
  const rows = toRows([long], 0, new Set([7]));
  expect(rows.map((row) => row.from)).toEqual([0, 4000, 8000]);
});

test('sizes read well', () => {
  expect([10, 830_400, 5_240_000].map(formatSize)).toEqual(['1 kB', '830 kB', '5.2 MB']);
});
