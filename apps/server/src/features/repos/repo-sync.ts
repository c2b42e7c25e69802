import type { User } from '../../domain/user.ts';
import type { ForgeRepo } from '../../forges/forge.ts';
import type { Clock } from '../../shared/clock.ts';
import { FairSlots } from '../../shared/fair-slots.ts';
import type { Logger } from '../../shared/logger.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import type { RepoSyncStore } from './repo-sync-store.ts';

interface Parts {
  repos: RepoSyncStore;
  clock: Clock;
  logger: Logger;
  forgeKind: string;
  listForgeRepos: (user: User) => Promise<ForgeRepo[]>;
  setSyncing: (userId: number, isSyncing: boolean) => Promise<void>;
  /** When the account was synchronised last. */
  findSynced: (userId: number) => Promise<number>;
  listSyncing: () => Promise<number[]>;
  /** It did not come to its end. */
  clearSyncing: (userId: number) => Promise<void>;
  /** Carries a job out while no server carries out another one of this name. */
  hold: (name: string, job: () => Promise<void>) => Promise<void>;
}

const turnOf = (userId: number) => `sync ${userId}`;
const syncsAtOnce = 2;
const freshSec = 60 * 60;

/** Brings what an account can reach on the forge into the database. */
export class RepoSync {
  private readonly parts: Parts;
  /** Accounts whose synchronisation is under way: a second one joins it. */
  private readonly running = new Map<number, Promise<void>>();
  private readonly slots = new FairSlots(syncsAtOnce);

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Resolves when it is over; rejects with what the forge said. The `syncing` flag is off by then. */
  start(user: User): Promise<void> {
    const running = this.running.get(user.id) ?? this.sync(user);
    this.running.set(user.id, running);
    return running;
  }

  /** The same in the background: a failure is logged. */
  startInBackground(user: User): void {
    this.start(user).catch((error: unknown) => {
      this.parts.logger.error({ err: error, login: user.login }, 'The synchronisation failed');
    });
  }

  /** An account that is about is never further behind the forge than an hour. */
  keepFresh(user: User): void {
    const isOfForge = !user.machine && user.passwordHash === null;
    const isOld = this.parts.clock.nowSec() - user.synced > freshSec;
    if (isOfForge && isOld && !this.running.has(user.id)) this.startInBackground(user);
  }

  /** A synchronisation that a crash cut off is over. */
  async endCutOff(): Promise<void> {
    const { listSyncing, hold, clearSyncing } = this.parts;
    for (const id of await listSyncing()) {
      if (!this.running.has(id)) await hold(turnOf(id), () => clearSyncing(id));
    }
  }

  private async sync(user: User): Promise<void> {
    const { hold, findSynced, setSyncing } = this.parts;
    const before = await findSynced(user.id);
    try {
      await hold(turnOf(user.id), async () => {
        // Another server was faster.
        if ((await findSynced(user.id)) !== before) return;
        try {
          await setSyncing(user.id, true);
          await this.slots.run(String(user.id), () => this.replaceGrants(user));
        } finally {
          await whileBusy(() => setSyncing(user.id, false));
        }
      });
    } finally {
      this.running.delete(user.id);
    }
  }

  private async replaceGrants(user: User): Promise<void> {
    const { repos, clock, forgeKind, listForgeRepos } = this.parts;
    await repos.replaceGrants(user.id, await listForgeRepos(user), forgeKind, clock.nowSec());
  }
}
