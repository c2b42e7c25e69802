import type { Registry as RegistryJson } from '@millrace/contract/api';
import type { Registry } from './registry.ts';

/** Never includes the password. */
export function toRegistryJson(registry: Registry): RegistryJson {
  const { id, repoId, namespace, address, username, created, updated, lastUsed } = registry;
  return {
    id,
    ...(repoId === null ? {} : { repo_id: repoId }),
    ...(namespace === null ? {} : { namespace }),
    address,
    username,
    created,
    updated,
    last_used: lastUsed,
  };
}
