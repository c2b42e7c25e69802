import { DatabaseBusyError, GoneError, NoSpaceError } from '@millrace/contract/api-errors';
import { expect, it } from 'vitest';
import { toServerError } from './postgres-errors.ts';

const failure = (code: string) => Object.assign(new Error('refused'), { code });

it.each([
  ['a full disk', '53100', NoSpaceError],
  ['a reference to a deleted row', '23503', GoneError],
  ['a stopping server', '57P01', DatabaseBusyError],
])('converts %s', (_, code, expected) => {
  expect(toServerError(failure(code))).toBeInstanceOf(expected);
});

it('leaves other errors unchanged', () => {
  const error = failure('42601');
  expect(toServerError(error)).toBe(error);
});
