import { expect, test } from 'vitest';
import { sampleBuild } from '../../testing/samples.ts';
import { chartScale, formatMedian, medianMinutes } from './build-summary-view.ts';

const lasting = (...minutes: number[]) =>
  minutes.map((value) => sampleBuild({ started: 1000, finished: 1000 + value * 60 }));

test.each([
  [[], null],
  [[5], 5],
  [[1, 9, 4], 4],
  [[2, 4], 3],
  [[0.2], 0],
])('the median of %o is %o', (minutes, median) => {
  expect(medianMinutes(lasting(...minutes))).toBe(median);
});

test('builds that run or never started do not count', () => {
  const running = sampleBuild({ started: 1000, finished: 0 });
  expect(medianMinutes([running, ...lasting(3)])).toBe(3);
});

test('only the latest 50 builds count', () => {
  expect(medianMinutes([...lasting(...Array(50).fill(1)), ...lasting(...Array(90).fill(9))])).toBe(
    1,
  );
});

test('a median that rounds to nothing reads as less than one', () => {
  expect([0, 1, 12].map(formatMedian)).toEqual(['< 1', '1', '12']);
});

test.each([
  [0.6, [0, 0.25, 0.5, 0.75]],
  [4.2, [0, 1, 2, 3, 4, 5]],
  [23, [0, 5, 10, 15, 20, 25]],
  [0.08, [0, 0.05, 0.1]],
  [0, [0, 0.05]],
])('the scale for %d minutes', (longest, ticks) => {
  expect(chartScale(longest).ticks).toEqual(ticks);
});
