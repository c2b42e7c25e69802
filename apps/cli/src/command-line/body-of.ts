import type { ApiCall, OutputOf, Schema } from '@millrace/contract/api';
import { endpointOf } from '@millrace/contract/endpoints';
import { readInput } from '@millrace/contract/read-input';

type Optional = Schema | undefined;

/**
 * Returns a value as the body of a call.
 *
 * @throws AppError if the call does not accept it
 */
export function bodyOf<
  Name extends string,
  Query extends Optional,
  Body extends Optional,
  Output extends Optional,
>(call: ApiCall<Name, Query, Body, Output>, value: object): OutputOf<Body> {
  return readInput(endpointOf(call).body, value, 'body');
}
