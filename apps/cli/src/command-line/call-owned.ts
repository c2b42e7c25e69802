import type { ApiCall, CallInput, OutputOf, OwnedCall, Schema } from '@millrace/contract/api';
import { StartError } from '@millrace/node-kit/start-error';
import { callServer } from './call-server.ts';
import { readSlug } from './read-slug.ts';

type Optional = Schema | undefined;

/** Owner of secrets, registry credentials and runners. */
export type Owner = 'server' | { namespace: string; name?: string };

/** Returns the owner that the options name, by default the whole server. */
export async function readOwner({
  repo,
  org,
}: {
  repo?: string | undefined;
  org?: string | undefined;
}): Promise<Owner> {
  if (repo && org) throw new StartError('Use either --repo or --org.');
  if (repo) return readSlug(repo);
  return org ? { namespace: org } : 'server';
}

/** Calls the endpoint for an owner. */
export function callOwned<
  Things extends string,
  Item extends string,
  Body extends Optional,
  Output extends Optional,
>(
  server: string,
  owner: Owner,
  [ofRepo, ofOrg, ofServer]: OwnedCall<Things, Item, Body, Output>,
  input: CallInput<Item, undefined, Body>,
): Promise<OutputOf<Output>> {
  const isRepo = owner !== 'server' && owner.name !== undefined;
  const ofNamespace = isRepo ? ofRepo : ofOrg;
  const call: ApiCall<string, undefined, Body, Output> =
    owner === 'server' ? ofServer : ofNamespace;
  const { params, body } = input as { params?: object; body?: unknown };
  const ofOwner = owner === 'server' ? {} : owner;
  // The paths of all three end with the parameters of the item.
  return callServer(server, call, {
    params: { ...ofOwner, ...params },
    body,
  } as unknown as CallInput<string, undefined, Body>);
}
