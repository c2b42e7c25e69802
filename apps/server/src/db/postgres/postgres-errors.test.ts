import { expect, it } from 'vitest';
import { DatabaseBusyError, GoneError, NoSpaceError } from '../../shared/errors.ts';
import { toServerError } from './postgres-errors.ts';

const failure = (code: string) => Object.assign(new Error('refused'), { code });

it.each([
  ['a full disk', '53100', NoSpaceError],
  ['a row that names one that is gone', '23503', GoneError],
  ['a server that stops', '57P01', DatabaseBusyError],
])('tells callers of %s', (_, code, expected) => {
  expect(toServerError(failure(code))).toBeInstanceOf(expected);
});

it('leaves what it does not know as it is', () => {
  const error = failure('42601');
  expect(toServerError(error)).toBe(error);
});
