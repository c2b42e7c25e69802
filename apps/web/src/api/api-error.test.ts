import { expect, test } from 'vitest';
import { ApiError, isMissing, readErrorMessage } from './api-error.ts';

test('takes the message of the body, else the raw body, else the status line', () => {
  expect(readErrorMessage('{"message":"no such branch"}', 'Bad Request')).toBe('no such branch');
  expect(readErrorMessage('upstream died', 'Bad Gateway')).toBe('upstream died');
  expect(readErrorMessage('', 'Bad Gateway')).toBe('Bad Gateway');
  expect(readErrorMessage('{"message":""}', 'Bad Gateway')).toBe('{"message":""}');
});

test('knows a missing resource in both wordings', () => {
  expect(isMissing(new ApiError(404, 'Not Found'))).toBe(true);
  expect(isMissing(new ApiError(404, 'sql: no rows in result set'))).toBe(true);
  expect(isMissing(new ApiError(500, 'boom'))).toBe(false);
});
