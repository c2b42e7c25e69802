import { FairSlots } from '@millrace/build-host/threads/fair-slots';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { User } from '../../domain/user.ts';
import type { ForgeRepo } from '../../forges/forge.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import type { RepoSyncStore } from './repo-sync-store.ts';

interface Deps {
  repos: Pick<RepoSyncStore, 'replaceGrants'>;
  clock: Clock;
  logger: Logger;
  forgeKind: string;
  listForgeRepos: (user: User) => Promise<ForgeRepo[]>;
  setSyncing: (userId: number, isSyncing: boolean) => Promise<void>;
  listSyncing: () => Promise<number[]>;
  /** Clears the `syncing` flag of an interrupted sync. */
  clearSyncing: (userId: number) => Promise<void>;
  /** Runs a job while no other server runs a job of this name. */
  runExclusively: (name: string, job: () => Promise<void>) => Promise<void>;
}

const leaseOf = (userId: number) => `sync ${userId}`;
const maxConcurrentSyncs = 2;
const freshSec = 60 * 60;

interface Sync {
  /** True if the request to the forge was sent. Its result may not contain later changes. */
  isRequested: boolean;
  readonly finished: Promise<void>;
}

/** Syncs the repositories and permissions of accounts from the forge. */
export class RepoSync {
  private readonly deps: Deps;
  /** The latest sync of each account, until it has finished. */
  private readonly latest = new Map<number, Sync>();
  private readonly slots = new FairSlots(maxConcurrentSyncs);

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /**
   * Resolves when the current list of the forge is stored; rejects with the error of the forge. Joins a sync
   * that has not sent its request to the forge yet, otherwise queues the next one. The `syncing` flag is
   * cleared after the last sync of the account.
   */
  start(user: User): Promise<void> {
    const latest = this.latest.get(user.id);
    if (latest && !latest.isRequested) return latest.finished;
    const result = Promise.withResolvers<void>();
    const sync: Sync = { isRequested: false, finished: result.promise };
    this.latest.set(user.id, sync);
    this.carryOut(user, sync).then(result.resolve, result.reject);
    return sync.finished;
  }

  /** Same as `start`, in the background: a failure is logged. */
  startInBackground(user: User): void {
    this.start(user).catch((error: unknown) => {
      this.deps.logger.error({ err: error, login: user.login }, 'A sync with the forge failed');
    });
  }

  /** Starts a sync for an active account whose last one is more than an hour old. */
  syncIfOld(user: User): void {
    const isOfForge = !user.machine && user.passwordHash === null;
    const isOld = this.deps.clock.nowSec() - user.synced > freshSec;
    if (isOfForge && isOld && !user.syncing && !this.latest.has(user.id)) {
      this.startInBackground(user);
    }
  }

  /** Clears the `syncing` flag of syncs that a crash interrupted. */
  async endInterrupted(): Promise<void> {
    const { listSyncing, runExclusively, clearSyncing } = this.deps;
    for (const id of await listSyncing()) {
      if (!this.latest.has(id)) await runExclusively(leaseOf(id), () => clearSyncing(id));
    }
  }

  private async carryOut(user: User, sync: Sync): Promise<void> {
    const { runExclusively, setSyncing } = this.deps;
    const isLatest = () => this.latest.get(user.id) === sync;
    try {
      await runExclusively(leaseOf(user.id), async () => {
        try {
          await setSyncing(user.id, true);
          await this.slots.run(String(user.id), () => this.replaceGrants(user, sync));
        } finally {
          if (isLatest()) await whileBusy(() => setSyncing(user.id, false));
        }
      });
    } finally {
      if (isLatest()) this.latest.delete(user.id);
    }
  }

  private async replaceGrants(user: User, sync: Sync): Promise<void> {
    const { repos, clock, forgeKind, listForgeRepos } = this.deps;
    sync.isRequested = true;
    await repos.replaceGrants(user.id, await listForgeRepos(user), forgeKind, clock.nowSec());
  }
}
