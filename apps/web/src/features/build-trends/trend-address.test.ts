import { expect, test } from 'vitest';
import { buildsOfPeriod, rangeParameter, readTrendChoice } from './trend-address.ts';

const read = (query: string) => readTrendChoice(new URLSearchParams(query));

test.each([
  ['', { range: '4w', branch: '', event: '', stage: '', step: '' }],
  ['range=1y&branch=main&event=push', { range: '1y', branch: 'main', event: 'push' }],
  ['range=2w&event=fork', { range: '4w', event: '' }],
  ['stage=test&step=unit', { stage: 'test', step: 'unit' }],
  // A step belongs to a stage.
  ['step=unit', { stage: '', step: '' }],
])('reads %j', (query, choice) => {
  expect(read(query)).toMatchObject(choice);
});

test('omits the usual range from the address', () => {
  expect([rangeParameter('4w'), rangeParameter('12w')]).toEqual(['', '12w']);
});

test('a period links to its builds, with the same filter', () => {
  const start = new Date(2026, 10, 23).getTime() / 1000;
  const end = new Date(2026, 10, 30).getTime() / 1000;
  expect(buildsOfPeriod('octo/hello', { branch: '', event: '' }, { start, end })).toBe(
    '/octo/hello?after=2026-11-23&before=2026-11-30',
  );
  expect(buildsOfPeriod('octo/hello', { branch: 'a&b', event: 'push' }, { start, end })).toBe(
    '/octo/hello?branch=a%26b&event=push&after=2026-11-23&before=2026-11-30',
  );
});
