import { expect, it } from 'vitest';
import { findTimeProblem, isReadOnly, isShown, retryAfterSec } from './announcement-times.ts';

const now = 1000;
const times = (starts: number, ends: number, read_only_from: number) => ({
  starts,
  ends,
  read_only_from,
});

it.each([
  ['without an end', times(0, 0, 0), true, false],
  ['in its window', times(900, 1100, 0), true, false],
  ['from its first second', times(1000, 1100, 1000), true, true],
  ['before its window', times(1001, 1100, 1050), false, false],
  ['after its window', times(900, 1000, 900), false, false],
  ['before the read-only mode', times(900, 1100, 1001), true, false],
  ['in the read-only mode', times(900, 1100, 950), true, true],
  ['in the read-only mode without an end', times(0, 0, 1), true, true],
])('%s', (_, given, shown, readOnly) => {
  expect([isShown(given, now), isReadOnly(given, now)]).toEqual([shown, readOnly]);
});

it.each([
  [times(0, 0, 0), undefined],
  [times(0, 1001, 1000), undefined],
  [times(2000, 3000, 2000), undefined],
  [times(0, 1000, 0), 'The announcement ends in the past'],
  [times(2000, 2000, 0), 'The announcement must end after its start'],
  [times(0, 2000, 2000), 'The read-only mode must begin before the end'],
  [times(2000, 3000, 1999), 'The read-only mode cannot begin before the announcement is shown'],
])('finds what is wrong with %o', (given, problem) => {
  expect(findTimeProblem(given, now)).toBe(problem);
});

it('lets clients retry at the end', () => {
  expect(retryAfterSec(times(0, 1007, 1), now)).toBe(7);
  expect(retryAfterSec(times(0, 100_000, 1), now)).toBe(3600);
  expect(retryAfterSec(times(0, 0, 1), now)).toBe(60);
});
