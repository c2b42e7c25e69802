import { sampleBuild } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
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

test('the median excludes builds that are running or did not start', () => {
  const running = sampleBuild({ started: 1000, finished: 0 });
  expect(medianMinutes([running, ...lasting(3)])).toBe(3);
});

test('the median includes only the latest 50 builds', () => {
  expect(medianMinutes([...lasting(...Array(50).fill(1)), ...lasting(...Array(90).fill(9))])).toBe(
    1,
  );
});

test('a median that rounds to zero is shown as less than one', () => {
  expect([0, 1, 12].map(formatMedian)).toEqual(['< 1', '1', '12']);
});

test.each([
  [0, '0 s, 1 s'],
  [2 / 60, '0 s, 1 s, 2 s'],
  [4.8 / 60, '0 s, 2 s, 4 s, 6 s'],
  [0.2, '0 s, 5 s, 10 s, 15 s'],
  [0.25, '0 min, 0.25 min'],
  [0.6, '0 min, 0.25 min, 0.5 min, 0.75 min'],
  [1, '0 min, 0.5 min, 1 min'],
  [2.2, '0 min, 0.5 min, 1 min, 1.5 min, 2 min, 2.5 min'],
  [4.2, '0 min, 1 min, 2 min, 3 min, 4 min, 5 min'],
  [23, '0 min, 5 min, 10 min, 15 min, 20 min, 25 min'],
])('the scale for %d minutes', (longest, labels) => {
  const { ticks, maxMinutes } = chartScale(longest, { seconds: 's', minutes: 'min' });
  expect(ticks.map(({ label }) => label).join(', ')).toBe(labels);
  expect(ticks.at(-1)?.minutes).toBe(maxMinutes);
  expect(maxMinutes).toBeGreaterThanOrEqual(longest);
});
