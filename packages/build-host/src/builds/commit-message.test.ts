import { expect, it } from 'vitest';
import { splitMessage } from './commit-message.ts';

it('takes the first line as the title', () => {
  expect(splitMessage('Fix it\n\nBecause it broke.\n')).toEqual({
    title: 'Fix it',
    message: 'Fix it\n\nBecause it broke.',
  });
  expect(splitMessage('x'.repeat(5000)).message).toHaveLength(2000);
  expect(splitMessage(`x${'😀'.repeat(5000)}`).message.isWellFormed()).toBe(true);
});
