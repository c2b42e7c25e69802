import type { OutputOf, OwnedCall, PathParams, Schema } from '@millrace/contract/api';
import type { Owner } from '../db/owner.ts';
import type { Viewer } from '../domain/user.ts';
import { type ApiRoutes, type Handler, requirePerson } from './api-routes.ts';

type Optional = Schema | undefined;

interface OwnedInput<Item extends string, Body extends Optional> {
  owner: Owner;
  /** Name of the owner: `namespace/name` of the repository, or the namespace; empty for the whole server. */
  ownerName: string;
  viewer: Viewer;
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
  const answer = (
    owned: Pick<OwnedInput<Item, Body>, 'owner' | 'ownerName'>,
    { params, body, viewer }: { params: object; body: OutputOf<Body>; viewer: Viewer | null },
  ) =>
    handler({ ...owned, viewer: requirePerson(viewer), params: params as PathParams<Item>, body });
  routes.repo(ofRepo, ({ repo, ...call }) =>
    answer({ owner: { repoId: repo.id }, ownerName: repo.slug }, call),
  );
  routes.org(ofOrg, (call) => {
    const namespace = namespaceOf(call.params);
    return answer({ owner: { namespace }, ownerName: namespace }, call);
  });
  routes.session(ofServer, (call) => answer({ owner: 'server', ownerName: '' }, call));
}

function namespaceOf(params: object): string {
  return (params as PathParams<':namespace'>).namespace;
}
