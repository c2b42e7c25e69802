import { expect, it } from 'vitest';
import { findFilePathProblem } from './step-files.ts';

it.each([
  ['dist/a.bin', undefined],
  ['a b/größe…/.x..y', undefined],
  [`${'a'.repeat(255)}/b`, undefined],
  ['', 'has an empty name'],
  ['/etc/passwd', 'is absolute'],
  ['a//b', 'has an empty name'],
  ['a/', 'has an empty name'],
  ['../a', 'leads elsewhere'],
  ['a/./b', 'leads elsewhere'],
  ['a/..', 'leads elsewhere'],
  ['a\\..\\b', 'has a backslash'],
  ['a\0b', 'has a control character'],
  ['a\nb', 'has a control character'],
  ['a\ud800', 'is not Unicode'],
  ['ü'.repeat(128), 'has a name that is too long'],
  ['a/'.repeat(600).slice(0, -1), 'is too long'],
])('the path %j: %s', (path, problem) => {
  expect(findFilePathProblem(path)).toBe(problem);
});
