import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { Config } from './config/config.ts';
import { createCheckRepo } from './features/repos/check-repo.ts';
import type { RepoSyncStore } from './features/repos/repo-sync-store.ts';
import { NotAllowedError } from './features/users/account-rights.ts';
import { ForgeSignInError } from './forges/remote/forge-errors.ts';
import type { IdentityStore } from './forges/remote/identity-store.ts';
import type { RemoteForge } from './forges/remote/remote-forge.ts';
import type { RepoStore } from './repositories/repo-store.ts';
import { SpreadChecks } from './shared/spread-checks.ts';

interface Parts {
  config: Pick<Config, 'forge'>;
  forge: RemoteForge;
  identities: IdentityStore;
  repos: RepoStore;
  syncStore: RepoSyncStore;
  checkAccount: (user: { id: number }) => Promise<void>;
  clock: Clock;
  logger: Logger;
}

/** Asks the forge about accounts and repositories of which no event and no person tells. */
export function createForgeChecks(parts: Parts) {
  const { forge, identities, syncStore, checkAccount } = parts;
  const { maxPerMinute } = parts.config.forge.checks;
  const accounts = new SpreadChecks({
    ...parts,
    maxPerMinute,
    failure: 'An account could not be checked at the forge',
    count: () => identities.count(forge.kind),
    listDue: (olderThan, now, limit) => identities.listDue(forge.kind, olderThan, now, limit),
    groupOf: (userId) => userId,
    setChecked: (userId, checked) => identities.setChecked(userId, checked),
    check: async (id) => {
      try {
        await checkAccount({ id });
      } catch (error) {
        // The verdict, and its consequences, are in the database.
        if (!(error instanceof ForgeSignInError || error instanceof NotAllowedError)) throw error;
      }
      return 'done';
    },
  });
  const checkRepo = createCheckRepo(parts);
  const repositories = new SpreadChecks({
    ...parts,
    maxPerMinute,
    failure: 'A repository could not be checked at the forge',
    count: () => syncStore.countActive(forge.kind),
    listDue: (olderThan, _, limit) => syncStore.listDue(forge.kind, olderThan, limit),
    groupOf: ({ ownerId }) => ownerId,
    setChecked: ({ id }, checked) => syncStore.setChecked(id, checked),
    check: ({ id }) => checkRepo(id),
  });
  return { accounts, repositories };
}
