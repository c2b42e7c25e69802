import { type NewSecret, type SecretChange, secretCalls } from '@millrace/contract/api';
import { callOwned } from '../../api/call-owned.ts';
import { describeOwner, type Owner } from '../../api/owner.ts';

/** Calls for the secrets of one owner: a repository, an organization, or the whole server. */
export type SecretCalls = ReturnType<typeof secretCallsOf>;

export function secretCallsOf(owner: Owner) {
  return {
    ...describeOwner(owner),
    list: (signal: AbortSignal) => callOwned(owner, secretCalls.list, { signal }),
    create: (body: NewSecret) => callOwned(owner, secretCalls.create, { body }),
    update: (secret: string, body: SecretChange) =>
      callOwned(owner, secretCalls.update, { params: { secret }, body }),
    delete: (secret: string) => callOwned(owner, secretCalls.delete, { params: { secret } }),
  };
}
