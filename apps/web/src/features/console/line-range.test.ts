import { expect, it } from 'vitest';
import { readLineRange, writeLineRange } from './line-range.ts';

it.each([
  ['#L1', { from: 0, to: 0 }],
  ['#L120-L140', { from: 119, to: 139 }],
  ['#L140-L120', { from: 119, to: 139 }],
  ['#L0', null],
  ['#L', null],
  ['#section', null],
  ['', null],
])('reads %j', (hash, expected) => {
  expect(readLineRange(hash)).toEqual(expected);
});

it('writes the format that it reads', () => {
  for (const hash of ['#L7', '#L7-L9']) {
    expect(writeLineRange(readLineRange(hash) ?? { from: 0, to: 0 })).toBe(hash);
  }
});
