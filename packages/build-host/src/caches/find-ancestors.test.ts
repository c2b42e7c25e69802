import { expect, it } from 'vitest';
import { findAncestors } from './find-ancestors.ts';

const stages = [
  { name: 'a' },
  { name: 'b', depends_on: ['a'] },
  { name: 'c', depends_on: ['a'] },
  { name: 'd', depends_on: ['b', 'c'] },
  { name: 'e', depends_on: ['gone', 'e'] },
];

it.each([
  ['a', []],
  ['b', ['a']],
  ['d', ['a', 'c', 'b']],
  ['e', []],
])('lists the ancestors of %s, the farthest first', (name, expected) => {
  expect(findAncestors(stages, name).map((stage) => stage.name)).toEqual(expected);
});
