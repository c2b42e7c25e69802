import type { Core } from '../../core.ts';
import type { Ports } from '../../ports.ts';
import type { AccessChange } from '../../shared/bus.ts';
import { createReconcileRenamed } from './reconcile-renamed.ts';
import { RepoSync } from './repo-sync.ts';
import { RepoSyncStore } from './repo-sync-store.ts';

/** Creates the services that sync repositories and permissions from the forge. */
export function createSyncServices(core: Core, ports: Ports) {
  const syncStore = createSyncStore(core, ports);
  return { syncStore, repoSync: createRepoSync(core, ports, syncStore) };
}

function createSyncStore(core: Core, ports: Ports): RepoSyncStore {
  const onAccessChange = (change: AccessChange) => core.bus.publish('accessChanged', change);
  const onRenamed = createReconcileRenamed({ ...core, syncStore: () => syncStore });
  const syncStore: RepoSyncStore = new RepoSyncStore(core.db, {
    ...{ onAccessChange, onRenamed, ports },
    observeRepo: core.observers.repo,
    newRepos: core.config.newRepos,
  });
  return syncStore;
}

function createRepoSync(core: Core, ports: Ports, syncStore: RepoSyncStore): RepoSync {
  const { clock, forge, leases, remote, userStore } = core;
  return new RepoSync({
    ...core,
    // The built-in forge reads its permissions from the database. Writing them back would undo a change made
    // in the meantime.
    repos: remote ? syncStore : { replaceGrants: async () => {} },
    forgeKind: forge.kind,
    listForgeRepos: async (user) => {
      await ports.checkAccount(user);
      return forge.listRepos(user);
    },
    hold: (name, job) => leases.runExclusively(name, job),
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
