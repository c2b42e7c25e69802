import type { ApiCall, InputOf, OutputOf, PathParams, Schema } from '../../../api/index.ts';
import type { MockState } from '../mock-state.ts';

interface Call<Path extends string, Query, Body> {
  state: MockState;
  params: PathParams<Path>;
  query: Query;
  body: Body;
}
type Optional = Schema | undefined;
type Handler = (call: Call<string, unknown, unknown>) => unknown;

/** An endpoint and the function that answers its calls. */
export type EndpointHandler = [ApiCall, Handler];

/** Pairs an endpoint with its handler, which the contract types. */
export function on<
  Path extends string,
  Query extends Optional,
  Body extends Optional,
  Output extends Optional,
>(
  endpoint: ApiCall<Path, Query, Body, Output>,
  answer: (
    call: Call<Path, OutputOf<Query>, OutputOf<Body>>,
  ) => Output extends Schema ? InputOf<Output> : void,
): EndpointHandler {
  return [endpoint as unknown as ApiCall, answer as unknown as Handler];
}
