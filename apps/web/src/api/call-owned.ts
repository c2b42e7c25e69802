import type { ApiCall, CallInput, OutputOf, OwnedCall, Schema } from '@millrace/contract/api';
import { type CallOptions, callApi } from './call-api.ts';
import type { Owner } from './owner.ts';

type Optional = Schema | undefined;

/** Calls the endpoint for an owner. */
export function callOwned<
  Things extends string,
  Item extends string,
  Body extends Optional,
  Output extends Optional,
>(
  owner: Owner,
  [ofRepo, ofOrg, ofServer]: OwnedCall<Things, Item, Body, Output>,
  input: CallInput<Item, undefined, Body> & CallOptions,
): Promise<OutputOf<Output>> {
  const [endpoint, ofOwner]: [ApiCall<string, undefined, Body, Output>, object] =
    owner === 'server' ? [ofServer, {}] : 'repo' in owner ? [ofRepo, owner.repo] : [ofOrg, owner];
  const { params } = input as { params?: object };
  return callApi(endpoint, { ...input, params: { ...ofOwner, ...params } });
}
