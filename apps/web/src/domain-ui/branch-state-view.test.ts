import { expect, test } from 'vitest';
import { branchStatus, isRed } from './branch-state-view.ts';

test.each([
  ['success', 'success', 'success', false],
  ['running', 'success', 'success', false],
  ['blocked', 'success', 'success', false],
  ['killed', 'success', 'killed', false],
  ['declined', 'success', 'declined', false],
  ['failure', 'failure', 'failure', true],
  ['running', 'error', 'error', true],
  ['killed', 'failure', 'failure', true],
  ['running', undefined, 'running', false],
  ['killed', undefined, 'killed', false],
] as const)('%s after %s is shown as %s; red: %s', (status, result, shown, red) => {
  expect(branchStatus({ status, result })).toBe(shown);
  expect(isRed({ status, result })).toBe(red);
});
