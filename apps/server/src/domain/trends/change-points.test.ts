import { runSlices } from '@millrace/node-kit/time-slice';
import { createRandom, type Random } from '@millrace/test-support/random';
import { expect, it } from 'vitest';
import { findChangePoints } from './change-points.ts';

const find = (values: readonly number[]) => runSlices(findChangePoints(values));
const times = (count: number, value: number) => Array.from({ length: count }, () => value);

/** Returns durations around a median, most of them within `spread`. */
function noisy(random: Random, count: number, median: number, spread: number): number[] {
  const normal = () =>
    Math.sqrt(-2 * Math.log(1 - random.upTo(1))) * Math.cos(2 * Math.PI * random.upTo(1));
  return Array.from({ length: count }, () => Math.round(median * Math.exp(spread * normal())));
}

it.each<[string, number[], [index: number, before: number, after: number][]]>([
  ['no value', [], []],
  ['one constant', times(300, 60), []],
  ['too few values before', [...times(11, 60), ...times(40, 90)], []],
  ['too few values after', [...times(40, 60), ...times(11, 90)], []],
  ['few values on both sides', [...times(12, 60), ...times(12, 90)], [[12, 60, 90]]],
  ['slower', [...times(40, 60), ...times(40, 90)], [[40, 60, 90]]],
  ['faster', [...times(40, 90), ...times(40, 60)], [[40, 90, 60]]],
  ['slower by less than a fifth', [...times(60, 100), ...times(60, 119)], []],
  ['slower by a fifth', [...times(60, 100), ...times(60, 120)], [[60, 100, 120]]],
  ['slower by two seconds', [...times(60, 2), ...times(60, 4)], []],
  ['single slow builds', [...times(50, 60), 600, ...times(20, 60), 900, ...times(50, 60)], []],
  ['slow for a few builds', [...times(60, 60), ...times(8, 200), ...times(60, 60)], []],
  [
    'slower and then faster',
    [...times(60, 60), ...times(60, 90), ...times(60, 40)],
    [
      [60, 60, 90],
      [120, 90, 40],
    ],
  ],
  ['in a long series', [...times(777, 60), ...times(1500, 90)], [[777, 60, 90]]],
])('%s', (_, values, expected) => {
  expect(find(values).map(({ index, before, after }) => [index, before, after])).toEqual(expected);
});

it('finds a change in noise near its beginning', () => {
  const random = createRandom(5);
  for (let round = 0; round < 50; round++) {
    const values = [...noisy(random, 150, 100, 0.15), ...noisy(random, 150, 150, 0.15)];
    const found = find(values);
    expect(found).toHaveLength(1);
    expect(Math.abs((found[0]?.index ?? 0) - 150)).toBeLessThanOrEqual(10);
    expect((found[0]?.after ?? 0) / (found[0]?.before ?? 1)).toBeGreaterThan(1.3);
  }
});

it('ignores chance: series without a change have none', () => {
  const random = createRandom(1);
  const series = [
    ...Array.from({ length: 400 }, () => noisy(random, 30, 100, 0.3)),
    ...Array.from({ length: 300 }, () => noisy(random, 200, 100, 0.3)),
    ...Array.from({ length: 40 }, () => noisy(random, 3000, 100, 0.5)),
    // Builds of two kinds in random order, such as with and without a cache.
    ...Array.from({ length: 200 }, () =>
      noisy(random, 200, 100, 0.1).map((value) => (random.upTo(1) < 0.3 ? value * 3 : value)),
    ),
  ];
  expect(series.filter((values) => find(values).length > 0)).toEqual([]);
});
