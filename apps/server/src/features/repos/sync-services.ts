import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import { moveNamespaceData } from '../../db/namespace-data.ts';
import { askAll } from '../../shared/ask.ts';
import type { AccessChange } from '../../shared/bus.ts';
import { createReconcileRenamed } from './reconcile-renamed.ts';
import { RepoSync } from './repo-sync.ts';
import { RepoSyncStore } from './repo-sync-store.ts';

/** Creates the services that sync repositories and permissions from the forge. */
export function createSyncServices(core: Core, contributed: Contributed) {
  const syncStore = createSyncStore(core, contributed);
  return { syncStore, repoSync: createRepoSync(core, contributed, syncStore) };
}

function createSyncStore(core: Core, { namespaceData }: Contributed): RepoSyncStore {
  const onAccessChange = (change: AccessChange) => core.bus.publish('accessChanged', change);
  const onRenamed = createReconcileRenamed({ ...core, syncStore: () => syncStore });
  const syncStore: RepoSyncStore = new RepoSyncStore(core.db, {
    onAccessChange,
    onRenamed,
    moveData: (trx, from, to) => moveNamespaceData(namespaceData, trx, from, to),
    observeRepo: core.observers.repo,
    newRepos: core.config.newRepos,
  });
  return syncStore;
}

function createRepoSync(core: Core, contributed: Contributed, syncStore: RepoSyncStore): RepoSync {
  const { clock, forge, leases, remote, userStore } = core;
  return new RepoSync({
    ...core,
    // The built-in forge reads its permissions from the database. Writing them back would undo a change made
    // in the meantime.
    repos: remote ? syncStore : { replaceGrants: async () => {} },
    forgeKind: forge.kind,
    listForgeRepos: async (user) => {
      await askAll(contributed.checkAccount, user);
      return forge.listRepos(user);
    },
    runExclusively: (name, job) => leases.runExclusively(name, job),
    listSyncing: () => userStore.listSyncing(),
    clearSyncing: async (userId) => {
      await userStore.update(userId, { syncing: false });
    },
    setSyncing: async (userId, isSyncing) => {
      const synced = isSyncing ? {} : { synced: clock.nowSec() };
      await userStore.update(userId, { syncing: isSyncing, ...synced });
    },
  });
}
