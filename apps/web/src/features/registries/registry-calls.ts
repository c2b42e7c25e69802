import { type NewRegistry, type RegistryChange, registryCalls } from '@millrace/contract/api';
import { callOwned } from '../../api/call-owned.ts';
import { describeOwner, type Owner } from '../../api/owner.ts';

/** Calls for the registry credentials of one owner. */
export type RegistryCalls = ReturnType<typeof registryCallsOf>;

export function registryCallsOf(owner: Owner) {
  return {
    ...describeOwner(owner),
    list: (signal: AbortSignal) => callOwned(owner, registryCalls.list, { signal }),
    create: (body: NewRegistry) => callOwned(owner, registryCalls.create, { body }),
    import: (config: string) => callOwned(owner, registryCalls.import, { body: { config } }),
    update: (registry: string, body: RegistryChange) =>
      callOwned(owner, registryCalls.update, { params: { registry }, body }),
    delete: (registry: string) => callOwned(owner, registryCalls.delete, { params: { registry } }),
  };
}
