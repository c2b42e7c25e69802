import { expect, it } from 'vitest';
import { hiddenBy, toFoldGroups } from './fold-groups.ts';

const start = (line: number) => ({ line, kind: 'start' as const, title: `g${line}` });
const end = (line: number) => ({ line, kind: 'end' as const, title: '' });

it('pairs start and end marks, also of nested groups, and closes unfinished groups at the end', () => {
  const groups = toFoldGroups([end(9), start(1), start(3), end(5), start(12), end(99)], 100);
  expect(groups.map((group) => [group.start, group.end, group.depth])).toEqual([
    [1, 9, 0],
    [3, 5, 1],
    [12, 99, 0],
  ]);
  expect(toFoldGroups([end(4), start(7)], 10)).toMatchObject([{ start: 7, end: 10 }]);
});

it('hides lines in folded groups, but not their titles', () => {
  const groups = toFoldGroups([start(1), start(3), end(5), end(9), start(20), end(22)], 30);
  const hidden = (folded: number[]) => {
    const isHidden = hiddenBy(groups, new Set(folded));
    return Array.from({ length: 30 }, (_, line) => line).filter(isHidden);
  };
  expect(hidden([])).toEqual([]);
  expect(hidden([3])).toEqual([4]);
  expect(hidden([1, 3, 20])).toEqual([2, 3, 4, 5, 6, 7, 8, 21]);
});

it('ends a section at the next one, with the groups in it', () => {
  const section = (line: number) => ({ line, kind: 'section' as const, title: `s${line}` });
  const next = (line: number) => ({ line, kind: 'next' as const, title: `n${line}` });
  const groups = toFoldGroups([section(1), start(2), section(5), start(6), next(8), end(9)], 12);
  expect(groups.map((group) => [group.start, group.end, group.depth])).toEqual([
    [1, 5, 0],
    [2, 5, 1],
    [5, 12, 0],
    [6, 8, 1],
    [8, 9, 1],
  ]);
});
