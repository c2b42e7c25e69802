import type { BuildTrend } from '@millrace/contract/api';
import { expect, test } from 'vitest';
import {
  durationScale,
  labelledPeriods,
  linesOf,
  percentOf,
  positionOf,
  shareScale,
} from './chart-view.ts';

test.each([
  [0, '0:00, 0:01'],
  [3, '0:00, 0:01, 0:02, 0:03'],
  [40, '0:00, 0:10, 0:20, 0:30, 0:40'],
  [61, '0:00, 0:20, 0:40, 1:00, 1:20'],
  [150, '0:00, 1:00, 2:00, 3:00'],
  [5000, '0:00, 0:30:00, 1:00:00, 1:30:00'.replaceAll('0:30:00', '30:00')],
  [500_000, '0:00, 48:00:00, 96:00:00, 144:00:00'],
])('the scale of %d seconds', (longest, labels) => {
  const { max, ticks } = durationScale(longest);
  expect(ticks.map(({ label }) => label).join(', ')).toBe(labels);
  expect(ticks.at(-1)?.value).toBe(max);
  expect(max).toBeGreaterThanOrEqual(longest);
});

test('the scale of shares is in percent', () => {
  expect(shareScale('en').ticks.map(({ label }) => label)).toEqual(['0%', '50%', '100%']);
});

test.each<[string, (number | undefined)[], string[]]>([
  ['connects all values', [0, 5, 10, 5], ['12.5,100 37.5,50 62.5,0 87.5,50']],
  ['has gaps', [10, 10, undefined, 0, 0], ['10,0 30,0', '70,100 90,100']],
  ['leaves out single values', [undefined, 10, undefined], []],
  ['is empty', [], []],
])('a line %s', (_, values, lines) => {
  expect(linesOf(values, 10)).toEqual(lines);
});

test('a time is placed within its period', () => {
  const periods = [100, 200, 300, 400].map((start) => ({ start, success: 0, failed: 0 }));
  const trend: BuildTrend = { unit: 'day', end: 500, builds: 0, periods, changes: [] };
  const positions = [99, 100, 250, 499, 600].map((sec) => positionOf(sec, trend));
  expect(positions).toEqual([null, 0, 37.5, 99.75, 100]);
});

test.each([
  [100, 150, 50],
  [150, 100, -33],
  [0, 5, 400],
])('a change from %d to %d', (before, after, percent) => {
  const change = { build: 1, commit: '', title: '', created: 0, before, after };
  expect(percentOf(change)).toBe(percent);
});

test.each([
  [7, [0, 1, 2, 3, 4, 5, 6]],
  [12, [0, 2, 4, 6, 8, 10]],
  [28, [0, 4, 8, 12, 16, 20, 24]],
  [52, [0, 8, 16, 24, 32, 40, 48]],
])('days below a chart of %d periods', (count, indexes) => {
  expect(labelledPeriods(count)).toEqual(indexes);
});
