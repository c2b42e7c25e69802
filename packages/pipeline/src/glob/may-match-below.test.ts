import { expect, it } from 'vitest';
import { mayMatchBelowFolder } from './may-match-below.ts';

it.each([
  ['dist/**', ['', 'dist', 'dist/a/b'], ['src', 'node_modules', 'dis']],
  ['dist/*.zip', ['', 'dist'], ['dist/a', 'src']],
  ['packages/*/dist/**', ['packages', 'packages/a', 'packages/a/dist/b'], ['packages/a/src']],
  ['**/*.xml', ['', 'a', 'a/b/c'], []],
  ['{a,b}*/x', ['', 'ab', 'b'], ['c']],
  ['summary.md', [''], ['summary.md']],
])('%s', (pattern, folders, others) => {
  expect(folders.filter((folder) => !mayMatchBelowFolder(pattern, folder))).toEqual([]);
  expect(others.filter((folder) => mayMatchBelowFolder(pattern, folder))).toEqual([]);
});
