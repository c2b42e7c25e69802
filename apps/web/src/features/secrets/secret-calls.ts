import {
  createOrgSecret,
  createSecret,
  createServerSecret,
  deleteOrgSecret,
  deleteSecret,
  deleteServerSecret,
  listOrgSecrets,
  listSecrets,
  listServerSecrets,
  type NewSecret,
  type Secret,
  type SecretChange,
  updateOrgSecret,
  updateSecret,
  updateServerSecret,
} from '@millrace/contract/api';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import type { Owner } from '../../api/owner.ts';

/** Calls for the secrets of one owner: a repository, an organization, or the whole server. */
export interface SecretCalls {
  kind: 'repo' | 'org' | 'server';
  /** Name of the owner, empty for the server. It distinguishes the owner in the query cache. */
  owner: string;
  list: (signal: AbortSignal) => Promise<Secret[]>;
  create: (body: NewSecret) => Promise<Secret>;
  update: (secret: string, body: SecretChange) => Promise<Secret>;
  delete: (secret: string) => Promise<void>;
}

export function secretCallsOf(owner: Owner): SecretCalls {
  if (owner === 'server') return callsOfServer;
  return 'repo' in owner ? callsOfRepo(owner.repo) : callsOfOrg(owner.namespace);
}

function callsOfRepo({ namespace, name }: RepoName): SecretCalls {
  const repo = { namespace, name };
  return {
    kind: 'repo',
    owner: `${namespace}/${name}`,
    list: (signal) => callApi(listSecrets, { params: repo, signal }),
    create: (body) => callApi(createSecret, { params: repo, body }),
    update: (secret, body) => callApi(updateSecret, { params: { ...repo, secret }, body }),
    delete: (secret) => callApi(deleteSecret, { params: { ...repo, secret } }),
  };
}

function callsOfOrg(namespace: string): SecretCalls {
  return {
    kind: 'org',
    owner: namespace,
    list: (signal) => callApi(listOrgSecrets, { params: { namespace }, signal }),
    create: (body) => callApi(createOrgSecret, { params: { namespace }, body }),
    update: (secret, body) => callApi(updateOrgSecret, { params: { namespace, secret }, body }),
    delete: (secret) => callApi(deleteOrgSecret, { params: { namespace, secret } }),
  };
}

const callsOfServer: SecretCalls = {
  kind: 'server',
  owner: '',
  list: (signal) => callApi(listServerSecrets, { signal }),
  create: (body) => callApi(createServerSecret, { body }),
  update: (secret, body) => callApi(updateServerSecret, { params: { secret }, body }),
  delete: (secret) => callApi(deleteServerSecret, { params: { secret } }),
};
