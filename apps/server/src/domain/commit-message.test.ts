import { expect, it } from 'vitest';
import { requestsSkip, splitMessage } from './commit-message.ts';

it('takes the first line as the title', () => {
  expect(splitMessage('Fix it\n\nBecause it broke.\n')).toEqual({
    title: 'Fix it',
    message: 'Fix it\n\nBecause it broke.',
  });
  expect(splitMessage('x'.repeat(5000)).message).toHaveLength(2000);
  expect(splitMessage(`x${'😀'.repeat(5000)}`).message.isWellFormed()).toBe(true);
});

it.each([
  ['Update docs [ci skip]', true],
  ['[SKIP CI] docs', true],
  ['[no ci]', true],
  ['Bump the version ***NO_CI***', true],
  ['[***no_ci***]', true],
  ['skip ci', false],
  ['no_ci', false],
  ['Skip [ci] things', false],
])('%s skips: %s', (message, expected) => {
  expect(requestsSkip(message)).toBe(expected);
});
