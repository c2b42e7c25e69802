import { expect, it } from 'vitest';
import { readByteRange } from './byte-range.ts';

it.each([
  [undefined, undefined],
  ['bytes=0-9', { from: 0, to: 10 }],
  ['bytes=90-', { from: 90, to: 100 }],
  ['bytes=90-1000', { from: 90, to: 100 }],
  ['bytes=-10', { from: 90, to: 100 }],
  ['bytes=-1000', { from: 0, to: 100 }],
  ['bytes=100-', null],
  ['bytes=-0', null],
  ['bytes=9-8', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
])('%s of 100 bytes: %j', (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range);
});

it('finds no range in an empty file', () => {
  expect(readByteRange('bytes=0-', 0)).toBeNull();
});
