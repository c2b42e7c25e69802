import * as runnerCalls from '../runner/calls.ts';
import * as connectionCalls from '../runner/connection-calls.ts';
import type { ApiCall, CallDetails, Endpoint, Schema } from './endpoint.ts';
import * as calls from './index.ts';
import * as details from './schemas.ts';

type Optional = Schema | undefined;

const byCall = new Map<unknown, Endpoint>(join(calls, details));

/** Returns a call with its details, for example its schemas. */
export function endpointOf<
  Path extends string,
  Query extends Optional,
  Body extends Optional,
  Output extends Optional,
>(call: ApiCall<Path, Query, Body, Output>): Endpoint<Path, Query, Body, Output> {
  const endpoint = byCall.get(call);
  if (!endpoint) throw new Error(`${call.method} ${call.path} has no details in a schema file`);
  return endpoint as Endpoint<Path, Query, Body, Output>;
}

/** All endpoints of the API, by path. */
export const endpoints: readonly Endpoint[] = [
  ...byCall.values(),
  ...Object.values<Endpoint>({ ...connectionCalls, ...runnerCalls }),
].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

function keyOf({ path, method }: ApiCall): string {
  return `${path} ${method}`;
}

/** Pairs each call, also in groups such as `secretCalls.list`, with the details of the same name. */
function join(calls: object, details: object): [ApiCall, Endpoint][] {
  const described: Record<string, unknown> = { ...details };
  return Object.entries(calls).flatMap(([name, call]) => {
    const own = described[name];
    if (typeof call !== 'object' || typeof own !== 'object' || own === null) return [];
    if (isCall(call)) return [[call, { ...call, ...(own as CallDetails) }]];
    return join(call, own);
  });
}

function isCall(value: object): value is ApiCall {
  return 'method' in value && 'path' in value;
}
