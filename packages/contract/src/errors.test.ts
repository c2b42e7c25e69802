import { expect, test } from 'vitest';
import { usualCode } from './errors.ts';

test.each([
  [400, 'invalid_input'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [418, 'invalid_input'],
  [429, 'too_many_requests'],
  [500, 'internal'],
  [503, 'unavailable'],
  [504, 'internal'],
  [507, 'no_space'],
])('the code of the status %i is %s if nothing else is known', (status, code) => {
  expect(usualCode(status)).toBe(code);
});
