import { expect, test } from 'vitest';
import { errorText, isMissing, isNotFound, isUnauthorized, readApiError } from './api-error.ts';

test.each([
  ['{"message":"no such branch"}', 'Bad Request', 'no such branch'],
  ['upstream died', 'Bad Gateway', 'upstream died'],
  ['', 'Bad Gateway', 'Bad Gateway'],
  ['{"message":""}', 'Bad Gateway', '{"message":""}'],
])('reads the message of %s with the status %s', (body, statusText, message) => {
  expect(readApiError(502, body, statusText).message).toBe(message);
});

test.each([
  ['a build of this server', 404, { message: 'There is no build 9', code: 'missing' }, true, false],
  ['a hidden resource', 404, { message: 'Not Found', code: 'not_found' }, true, true],
  ['a build of an original server', 404, { message: 'sql: no rows in result set' }, true, false],
  ['a resource of an original server', 404, { message: 'Not Found' }, true, true],
  ['a page of a proxy', 404, '<h1>Not here</h1>', false, false],
  ['a fault', 500, { message: 'boom', code: 'internal' }, false, false],
])('recognizes a missing resource: %s', (_, status, body, wanted, isHidden) => {
  const error = readApiError(status, typeof body === 'string' ? body : JSON.stringify(body), '');
  expect([isMissing(error), isNotFound(error)]).toEqual([wanted, isHidden]);
});

test('names a missing resource without the message of a database', () => {
  expect(errorText(readApiError(404, '{"message":"sql: no rows in result set"}', ''))).toBe(
    'Not Found',
  );
});

test.each([
  [401, { message: 'Please sign in', code: 'unauthorized' }, true],
  [403, { message: 'Unauthorized', code: 'forbidden' }, false],
  [401, { message: 'Unauthorized' }, true],
  [401, { message: 'anything' }, true],
  [404, { message: 'Unauthorized' }, true],
  [401, { message: 'Forbidden' }, false],
  [403, { message: 'Forbidden' }, false],
])('a %i with %j ends the session: %s', (status, body, isEnd) => {
  expect(isUnauthorized(readApiError(status, JSON.stringify(body), ''))).toBe(isEnd);
});
