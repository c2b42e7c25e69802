import { type ApiCall, defineCall, type Method } from './endpoint.ts';
import type { OwnedDetails } from './owned-call.schema.ts';

/**
 * One call for what belongs to a repository, to an organization and to the whole server, in this order. `Item` is the
 * end of its path.
 */
export type OwnedCall<
  Things extends string,
  Item extends string,
  Body extends Optional,
  Output extends Optional,
> = readonly [
  repo: ApiCall<`/api/repos/:namespace/:name/${Things}${Item}`, undefined, Body, Output>,
  org: ApiCall<`/api/${Things}/:namespace${Item}`, undefined, Body, Output>,
  server: ApiCall<`/api/system/${Things}${Item}`, undefined, Body, Output>,
];

type Optional = OwnedDetails[number]['body'];

type OwnedCallOf<Things extends string, Item extends string, Details> =
  Details extends OwnedDetails<infer Body, infer Output>
    ? OwnedCall<Things, Item, Body, Output>
    : never;

/** Declares a call of each kind of owner. `things` is a part of its path, `item` the end, for example `/:secret`. */
export function defineOwnedCall<Details extends OwnedDetails>() {
  return <const Things extends string, const Item extends string>(
    method: Method,
    things: Things,
    item: Item,
  ) =>
    [
      defineCall()(method, `/api/repos/:namespace/:name/${things}${item}`),
      defineCall()(method, `/api/${things}/:namespace${item}`),
      defineCall()(method, `/api/system/${things}${item}`),
    ] as unknown as OwnedCallOf<Things, Item, Details>;
}
