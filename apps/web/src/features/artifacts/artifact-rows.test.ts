import type { Artifact } from '@millrace/contract/api';
import { expect, test } from 'vitest';
import { findFile, splitPath, toRows } from './artifact-rows.ts';

const file = (stage: number, step: number, path: string, size = 1): Artifact => ({
  stage,
  step,
  path,
  size,
  sha256: '',
  type: 'text/plain',
  created: 0,
});
const files = [file(1, 2, 'dist/a.js', 10), file(1, 2, 'dist/b.css', 5), file(2, 1, 'report.html')];
const build = {
  stages: [{ number: 1, name: 'linux', steps: [{ number: 2, name: 'build' }] }],
} as Parameters<typeof toRows>[1];

test('groups files by step, with the number and size of its files', () => {
  expect(toRows(files, build, '', true)).toEqual([
    {
      kind: 'step',
      key: '1/2',
      name: 'linux / build',
      stage: 1,
      step: 2,
      sum: { count: 2, bytes: 15 },
    },
    { kind: 'file', key: '1/2/dist/a.js', file: files[0] },
    { kind: 'file', key: '1/2/dist/b.css', file: files[1] },
    { kind: 'step', key: '2/1', name: '2 / 1', stage: 2, step: 1, sum: { count: 1, bytes: 1 } },
    { kind: 'file', key: '2/1/report.html', file: files[2] },
  ]);
});

test.each([
  ['DIST css', ['1/2', '1/2/dist/b.css']],
  ['report', ['2/1', '2/1/report.html']],
  ['nothing', []],
])('the filter %j keeps files with all its words', (filter, keys) => {
  expect(toRows(files, build, filter, true).map(({ key }) => key)).toEqual(keys);
});

test('a step whose files are not all loaded has no sum', () => {
  const sums = toRows(files, build, '', false).map((row) => row.kind === 'step' && row.sum);
  expect(sums).toEqual([{ count: 2, bytes: 15 }, false, false, undefined, false]);
});

test('finds a file by its key in the URL', () => {
  expect(findFile(files, '1/2/dist/a.js')).toBe(files[0]);
  expect(findFile(files, null)).toBeUndefined();
  expect(splitPath('a/b/c.txt')).toEqual({ folder: 'a/b/', name: 'c.txt' });
  expect(splitPath('c')).toEqual({ folder: '', name: 'c' });
});
