import { createRandom } from '@millrace/test-support/random';
import { expect, it } from 'vitest';
import { percentilesOf } from './percentiles.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

it.each([
  [[7], 7, 7],
  [[1, 2], 1, 2],
  [[3, 1, 2], 2, 3],
  [[10, 9, 100], 10, 100],
  [upTo(20), 10, 19],
  [upTo(100), 50, 95],
  [upTo(101), 51, 96],
])('of %j', (values, p50, p95) => {
  expect(percentilesOf(values)).toEqual({ p50, p95, count: values.length });
});

it('is undefined without values', () => {
  expect(percentilesOf([])).toBeUndefined();
});

it('returns one of the values, with the shares of the others at most at it', () => {
  const random = createRandom(11);
  for (let round = 0; round < 300; round++) {
    const values = Array.from({ length: 1 + Math.floor(random.upTo(60)) }, () =>
      Math.floor(random.upTo(40)),
    );
    const { p50, p95 } = percentilesOf(values) ?? { p50: -1, p95: -1 };
    for (const [value, share] of [
      [p50, 0.5],
      [p95, 0.95],
    ] as const) {
      expect(values).toContain(value);
      const atMost = values.filter((each) => each <= value).length / values.length;
      const below = values.filter((each) => each < value).length / values.length;
      expect(atMost).toBeGreaterThanOrEqual(share);
      expect(below).toBeLessThan(share);
    }
  }
});
