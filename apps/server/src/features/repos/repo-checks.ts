import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { RemoteForge } from '../../forges/remote/remote-forge.ts';
import type { ForgeReposStore } from '../../repositories/forge-repos-store.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { SpreadChecks } from '../../shared/spread-checks.ts';
import { createCheckRepo } from './check-repo.ts';
import type { RepoSyncStore } from './repo-sync-store.ts';

interface Deps {
  forge: RemoteForge;
  repos: RepoStore;
  syncStore: RepoSyncStore;
  forgeRepos: ForgeReposStore;
  maxPerMinute: number;
  clock: Clock;
  logger: Logger;
}

/** Checks every active repository at the forge within an hour, in case its events were lost. */
export function createRepoChecks(deps: Deps): SpreadChecks<{ id: number; ownerId: number }> {
  const { forge, forgeRepos } = deps;
  const checkRepo = createCheckRepo(deps);
  return new SpreadChecks({
    ...deps,
    failure: 'A repository could not be checked at the forge',
    count: () => forgeRepos.countActive(forge.kind),
    listDue: (olderThan, _, limit) => forgeRepos.listDue(forge.kind, olderThan, limit),
    groupOf: ({ ownerId }) => ownerId,
    setChecked: ({ id }, checked) => forgeRepos.setChecked(id, checked),
    check: ({ id }) => checkRepo(id),
  });
}
