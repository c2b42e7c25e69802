import { expect, it } from 'vitest';
import { priceOf, readPrices, writeLabels } from './price.ts';

const prices = readPrices(0.01, ['gpu=yes:0.5', 'size=large:0.2', 'broken', 'x=y:', '=a:1']);

it.each([
  [60, '', 0.01],
  [90, '', 0.015],
  [60, 'size=large', 0.2],
  [60, 'gpu=yes,size=large', 0.5],
  [60, 'gpu=no', 0.01],
  [0, 'gpu=yes', 0],
])('%i s with the labels "%s" cost %d', (seconds, labels, price) => {
  expect(priceOf(seconds, labels, prices)).toBeCloseTo(price);
});

it('leaves out prices that it cannot read', () => {
  expect(prices.ofLabels.map(({ label }) => label)).toEqual(['gpu=yes', 'size=large']);
});

it('writes labels in one order', () => {
  expect(writeLabels({ b: '2', a: '1' })).toBe('a=1,b=2');
  expect(writeLabels({})).toBe('');
});
