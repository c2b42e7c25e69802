import type { OutputOf, OwnedCall, PathParams, Schema } from '@millrace/contract/api';
import type { Owner } from '../db/owner.ts';
import type { ApiRoutes, Handler } from './api-routes.ts';

type Optional = Schema | undefined;

interface OwnedInput<Item extends string, Body extends Optional> {
  owner: Owner;
  params: PathParams<Item>;
  body: OutputOf<Body>;
}

/** Registers a call of all kinds of owners: repositories, organizations and the whole server. */
export function registerOwned<
  Things extends string,
  Item extends string,
  Body extends Optional,
  Output extends Optional,
>(
  routes: ApiRoutes,
  [ofRepo, ofOrg, ofServer]: OwnedCall<Things, Item, Body, Output>,
  handler: Handler<OwnedInput<Item, Body>, Output>,
): void {
  // Every path begins with the parameters of the owner and ends with those of the item.
  const answer = (owner: Owner, { params, body }: { params: object; body: OutputOf<Body> }) =>
    handler({ owner, params: params as PathParams<Item>, body });
  routes.repo(ofRepo, (call) => answer({ repoId: call.repo.id }, call));
  routes.org(ofOrg, (call) => answer({ namespace: namespaceOf(call.params) }, call));
  routes.session(ofServer, (call) => answer('server', call));
}

function namespaceOf(params: object): string {
  return (params as PathParams<':namespace'>).namespace;
}
