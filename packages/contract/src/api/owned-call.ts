import { type Audit, defineEndpoint, type Endpoint, type Method, type Schema } from './endpoint.ts';

type Optional = Schema | undefined;

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
  repo: Endpoint<`/api/repos/:namespace/:name/${Things}${Item}`, undefined, Body, Output>,
  org: Endpoint<`/api/${Things}/:namespace${Item}`, undefined, Body, Output>,
  server: Endpoint<`/api/system/${Things}${Item}`, undefined, Body, Output>,
];

interface OwnedEndpoint<Things, Item, Body, Output> {
  method: Method;
  /** Part of the path. */
  things: Things;
  /** End of the path, for example `/:secret`. */
  item: Item;
  summaries: { repo: string; org: string; server: string };
  /** Set for every change. */
  audit?: Audit;
  body?: Body;
  output?: Output;
  /** Set if existing servers have the calls of repositories and organizations. */
  ignoresUnknown?: true;
}

/**
 * Declares a call of each kind of owner. Things of a repository need write permission, and the scope `admin` of an access
 * token to change them. Members of an organization list its things, owners change them. Those of the server need a system
 * admin. The UI keeps only method and path (`lean-contract.ts`).
 */
export function defineOwnedCall<
  const Things extends string,
  const Item extends string,
  Body extends Optional = undefined,
  Output extends Optional = undefined,
>({
  method,
  things,
  item,
  summaries,
  ignoresUnknown,
  ...call
}: OwnedEndpoint<Things, Item, Body, Output>): OwnedCall<Things, Item, Body, Output> {
  const isChange = method !== 'GET';
  const existing = ignoresUnknown ? { ...call, ignoresUnknown } : call;
  return [
    defineEndpoint({
      method,
      path: `/api/repos/:namespace/:name/${things}${item}`,
      access: 'write',
      ...(isChange ? { accessToken: 'admin' } : {}),
      summary: summaries.repo,
      ...existing,
    }),
    defineEndpoint({
      method,
      path: `/api/${things}/:namespace${item}`,
      access: isChange ? 'owner' : 'member',
      summary: summaries.org,
      ...existing,
    }),
    defineEndpoint({
      method,
      path: `/api/system/${things}${item}`,
      access: 'system',
      summary: summaries.server,
      ...call,
    }),
  ];
}
