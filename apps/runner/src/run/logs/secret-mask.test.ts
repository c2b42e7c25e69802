import { expect, it } from 'vitest';
import { createSecretMask } from './secret-mask.ts';

it.each([
  ['no secret', [], 'hello\n', 'hello\n'],
  ['each place', ['pass'], 'pass and pass\n', '****** and ******\n'],
  ['the longest first', ['abc', 'abcdef'], 'abcdef abc\n', '****** ******\n'],
  ['overlaps whole', ['abcd', 'cdef'], 'xabcdefx\n', 'x******x\n'],
  ['neighbours', ['ab', 'cd'], 'abcd', '************'],
  ['every line of a secret', ['first\r\nsecond\n'], 'a first b\n', 'a ****** b\n'],
  ['patterns as text', ['a.*b$&'], 'a.*b$& axxb\n', '****** axxb\n'],
  ['nothing for an empty secret', ['', ' ', 'x'], 'x y\n', 'x y\n'],
])('masks %s', (_, secrets, line, expected) => {
  expect(createSecretMask(secrets)(line)).toBe(expected);
});
