import { expect, test } from 'vitest';
import { ApiError, errorText, isMissing, isUnauthorized, readErrorMessage } from './api-error.ts';

test('reads the message from the JSON body, or else the raw body, or else the status line', () => {
  expect(readErrorMessage('{"message":"no such branch"}', 'Bad Request')).toBe('no such branch');
  expect(readErrorMessage('upstream died', 'Bad Gateway')).toBe('upstream died');
  expect(readErrorMessage('', 'Bad Gateway')).toBe('Bad Gateway');
  expect(readErrorMessage('{"message":""}', 'Bad Gateway')).toBe('{"message":""}');
});

test('recognizes a missing resource by both messages', () => {
  expect(isMissing(new ApiError(404, 'Not Found'))).toBe(true);
  expect(isMissing(new ApiError(404, 'sql: no rows in result set'))).toBe(true);
  expect(isMissing(new ApiError(500, 'boom'))).toBe(false);
});

test('names a missing resource without the message of a database', () => {
  expect(errorText(new ApiError(404, 'sql: no rows in result set'))).toBe('Not Found');
});

test.each([
  [401, 'Unauthorized', true],
  [401, 'anything', true],
  [404, 'Unauthorized', true],
  [401, 'Forbidden', false],
  [403, 'Forbidden', false],
])('a %i with the message %s ends the session: %s', (status, message, isEnd) => {
  expect(isUnauthorized(new ApiError(status, message))).toBe(isEnd);
});
