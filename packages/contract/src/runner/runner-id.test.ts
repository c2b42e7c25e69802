import { expect, it } from 'vitest';
import { isRunnerId, isRunnerSecret } from './runner-id.ts';

const id = '0e9c1a52-3f1e-4b8e-9a43-0c2f5b6d7e8f';

it.each([
  [`${id}.${id}`, true],
  [id, false],
  ['', false],
  ['built-in', false],
  [`${id}.${id}.${id}`, false],
])('%s: %s', (text, expected) => {
  expect(isRunnerId(text)).toBe(expected);
});

it.each([
  ['words of a secret, ä', true],
  ['', false],
  ['secret\n', false],
  ['two\nlines', false],
  ['密', false],
])('a secret of runners: %j, %s', (text, expected) => {
  expect(isRunnerSecret(text)).toBe(expected);
});
