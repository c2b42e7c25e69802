import { expect, it } from 'vitest';
import { markSegments, matchesIn, matchFrom } from './log-matches.ts';

const result = {
  count: 4,
  lines: Uint32Array.from([2, 2, 5, 9]),
  starts: Uint32Array.from([0, 4, 1, 0]),
  ends: Uint32Array.from([2, 6, 3, 1]),
};

it('finds the matches of a line', () => {
  expect(matchesIn(result, 2, 1)).toEqual([
    { start: 0, end: 2, isCurrent: false },
    { start: 4, end: 6, isCurrent: true },
  ]);
  expect(matchesIn(result, 3, 0)).toEqual([]);
  expect(matchesIn(null, 2, 0)).toEqual([]);
});

it('starts at the current line, and wraps around', () => {
  expect([0, 2, 3, 6, 10].map((line) => matchFrom(result, line))).toEqual([0, 0, 2, 3, 0]);
});

it('splits segments at matches, which can span several segments', () => {
  const style = {};
  const segments = [
    { text: 'abc', style },
    { text: 'def', style },
  ];
  const match = { start: 2, end: 4, isCurrent: false };
  expect(markSegments(segments, [match]).map(({ text, match: kind }) => [text, kind])).toEqual([
    ['ab', undefined],
    ['c', 'match'],
    ['d', 'match'],
    ['ef', undefined],
  ]);
  expect(markSegments(segments, [])).toBe(segments);
  expect(markSegments(segments, [{ start: 101, end: 102, isCurrent: true }], 100)[1]).toMatchObject(
    { text: 'b', match: 'current' },
  );
});
