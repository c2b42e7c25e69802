import type { ForgeClient } from './forge-client.ts';

type Call = (client: ForgeClient, ...rest: never[]) => unknown;
type Bound<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends (
    client: ForgeClient,
    ...rest: infer Rest
  ) => infer Answer
    ? (...rest: Rest) => Answer
    : never;
};

/** The calls of one kind of forge, each made with this client. */
export function bindCalls<Calls extends Record<string, Call>>(
  client: ForgeClient,
  calls: Calls,
): Bound<Calls> {
  const bound = Object.entries(calls).map(([name, call]) => [name, call.bind(null, client)]);
  return Object.fromEntries(bound) as Bound<Calls>;
}
