import { expect, it } from 'vitest';
import { findBreak } from './find-break.ts';
import { listFirstParents } from './list-first-parents.ts';

const results = (text: string) =>
  text.split(' ').map((word) => ({
    build: Number.parseInt(word, 10),
    commit: `commit of ${Number.parseInt(word, 10)}`,
    hasFailed: word.endsWith('-'),
  }));

it.each([
  ['9- 8+', 8, 9, 1],
  ['9- 7- 4+ 3- 2+', 4, 7, 2],
])('finds the break in %s', (text, good, bad, failures) => {
  expect(findBreak(results(text))).toMatchObject({
    good: { build: good },
    bad: { build: bad },
    failures,
  });
});

it.each(['9-', '9- 8-', '9+ 8-'])('finds none in %s', (text) => {
  expect(findBreak(results(text))).toBeUndefined();
});

/** Parses `c:b,x` as commit c with the parents b and x. */
const commits = (text: string) =>
  text.split(' ').map((word) => {
    const [sha = '', parents = ''] = word.split(':');
    return { sha, parents: parents.split(',').filter(Boolean) };
  });

it.each([
  ['a linear history', 'd:c c:b b:a', 'b c d'],
  ['a merge as one change', 'd:c c:b,y y:x x:a b:a', 'b c d'],
])('lists %s', (_, text, expected) => {
  const listed = listFirstParents(commits(text), 'a', 'd');
  expect(listed?.map(({ sha }) => sha).join(' ')).toBe(expected);
});

it.each([
  ['a rewritten branch', 'd:c c:z'],
  ['an incomplete list', 'c:b b:a'],
  ['a circle', 'd:c c:d'],
  ['no commits', 'x:y'],
])('does not list %s', (_, text) => {
  expect(listFirstParents(commits(text), 'a', 'd')).toBeUndefined();
});
