import { expect, test } from 'vitest';
import { commitBody } from './commit-body.ts';

const long = 'Fix it '.repeat(12).trim();

test.each([
  ['a message of one line', 'Fix it', 'Fix it', ''],
  [
    'a message with a body',
    'Fix it',
    'Fix it\n\nIt was broken.\nNow it is not.\n',
    'It was broken.\nNow it is not.',
  ],
  ['no title', '', 'Fix it\n\nIt was broken.', 'It was broken.'],
  [
    'the title of a pull request',
    'Repair all',
    'Fix it\n\nIt was broken.',
    'Fix it\n\nIt was broken.',
  ],
  ['a long title', long, long, long],
  ['no message', 'Deploy', '', ''],
])('commitBody of %s', (_, title, message, body) => {
  expect(commitBody({ title, message })).toBe(body);
});
