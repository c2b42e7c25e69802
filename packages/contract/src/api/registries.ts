import type { z } from 'zod/mini';
import { defineOwnedCall } from './owned-call.ts';
import type * as schema from './registries.schema.ts';

export type Registry = z.infer<typeof schema.registry>;

export type NewRegistry = z.input<typeof schema.newRegistry>;

export type RegistryChange = z.infer<typeof schema.registryChange>;

export type ImportedRegistries = z.infer<typeof schema.importedRegistries>;

/** Calls for the credentials of a repository, of an organization and of the whole server. */
export const registryCalls = {
  list: defineOwnedCall<typeof schema.registryCalls.list>()('GET', 'registries', ''),
  create: defineOwnedCall<typeof schema.registryCalls.create>()('POST', 'registries', ''),
  import: defineOwnedCall<typeof schema.registryCalls.import>()('POST', 'registries', '/import'),
  update: defineOwnedCall<typeof schema.registryCalls.update>()(
    'PATCH',
    'registries',
    '/:registry',
  ),
  delete: defineOwnedCall<typeof schema.registryCalls.delete>()(
    'DELETE',
    'registries',
    '/:registry',
  ),
};

export const [listRegistries, listOrgRegistries, listServerRegistries] = registryCalls.list;
export const [createRegistry, createOrgRegistry, createServerRegistry] = registryCalls.create;
export const [importRegistries, importOrgRegistries, importServerRegistries] = registryCalls.import;
export const [updateRegistry, updateOrgRegistry, updateServerRegistry] = registryCalls.update;
export const [deleteRegistry, deleteOrgRegistry, deleteServerRegistry] = registryCalls.delete;
