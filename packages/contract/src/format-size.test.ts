import { expect, test } from 'vitest';
import { formatSize } from './format-size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1640, '1.6 kB'],
  [830_000, '830 kB'],
  [50_000_000, '50 MB'],
  [5_242_880, '5.2 MB'],
  [2_500_000_000, '2.5 GB'],
  [3_100_000_000, '3.1 GB'],
])('%d is %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
