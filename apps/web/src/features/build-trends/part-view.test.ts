import { expect, test } from 'vitest';
import { type PartSort, partName, readPartSort, sortParts } from './part-view.ts';

const parts = [
  { stage_name: 'test', p50: 30, p95: 40, count: 9 },
  { stage_name: 'test', step_name: 'unit', p50: 20, p95: 90, count: 9 },
  { stage_name: 'lint', p50: 30, p95: 35, count: 12 },
];

test.each<[PartSort, string[]]>([
  ['name', ['lint', 'test', 'test › unit']],
  ['p50', ['lint', 'test', 'test › unit']],
  ['p95', ['test › unit', 'test', 'lint']],
  ['count', ['lint', 'test', 'test › unit']],
])('sorts by %s', (sort, names) => {
  expect(sortParts(parts, sort).map(partName)).toEqual(names);
});

test('sorts by the median unless the address says another order', () => {
  expect([null, 'x', 'p95'].map(readPartSort)).toEqual(['p50', 'p50', 'p95']);
});
