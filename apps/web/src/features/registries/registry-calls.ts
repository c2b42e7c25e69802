import {
  createOrgRegistry,
  createRegistry,
  createServerRegistry,
  deleteOrgRegistry,
  deleteRegistry,
  deleteServerRegistry,
  type ImportedRegistries,
  importOrgRegistries,
  importRegistries,
  importServerRegistries,
  listOrgRegistries,
  listRegistries,
  listServerRegistries,
  type NewRegistry,
  type Registry,
  type RegistryChange,
  updateOrgRegistry,
  updateRegistry,
  updateServerRegistry,
} from '@millrace/contract/api';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import type { Owner } from '../../api/owner.ts';

/** Calls for the registry credentials of one owner. */
export interface RegistryCalls {
  kind: 'repo' | 'org' | 'server';
  /** Name of the owner, empty for the server. It distinguishes the owner in the query cache. */
  owner: string;
  list: (signal: AbortSignal) => Promise<Registry[]>;
  create: (body: NewRegistry) => Promise<Registry>;
  import: (config: string) => Promise<ImportedRegistries>;
  update: (registry: string, body: RegistryChange) => Promise<Registry>;
  delete: (registry: string) => Promise<void>;
}

export function registryCallsOf(owner: Owner): RegistryCalls {
  if (owner === 'server') return callsOfServer;
  return 'repo' in owner ? callsOfRepo(owner.repo) : callsOfOrg(owner.namespace);
}

function callsOfRepo({ namespace, name }: RepoName): RegistryCalls {
  const params = { namespace, name };
  return {
    kind: 'repo',
    owner: `${namespace}/${name}`,
    list: (signal) => callApi(listRegistries, { params, signal }),
    create: (body) => callApi(createRegistry, { params, body }),
    import: (config) => callApi(importRegistries, { params, body: { config } }),
    update: (registry, body) => callApi(updateRegistry, { params: { ...params, registry }, body }),
    delete: (registry) => callApi(deleteRegistry, { params: { ...params, registry } }),
  };
}

function callsOfOrg(namespace: string): RegistryCalls {
  const params = { namespace };
  return {
    kind: 'org',
    owner: namespace,
    list: (signal) => callApi(listOrgRegistries, { params, signal }),
    create: (body) => callApi(createOrgRegistry, { params, body }),
    import: (config) => callApi(importOrgRegistries, { params, body: { config } }),
    update: (registry, body) =>
      callApi(updateOrgRegistry, { params: { ...params, registry }, body }),
    delete: (registry) => callApi(deleteOrgRegistry, { params: { ...params, registry } }),
  };
}

const callsOfServer: RegistryCalls = {
  kind: 'server',
  owner: '',
  list: (signal) => callApi(listServerRegistries, { signal }),
  create: (body) => callApi(createServerRegistry, { body }),
  import: (config) => callApi(importServerRegistries, { body: { config } }),
  update: (registry, body) => callApi(updateServerRegistry, { params: { registry }, body }),
  delete: (registry) => callApi(deleteServerRegistry, { params: { registry } }),
};
