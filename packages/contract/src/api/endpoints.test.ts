import { expect, it } from 'vitest';
import { endpointOf } from './endpoints.ts';
import * as calls from './index.ts';

const declared = Object.entries<unknown>(calls).filter((entry): entry is [string, calls.ApiCall] =>
  isCall(entry[1]),
);

function isCall(value: unknown): value is calls.ApiCall {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

it.each(declared)('finds the details of %s', (_, call) => {
  expect(endpointOf(call)).toMatchObject({ ...call, summary: expect.any(String) });
});
