import { FairSlots } from '@millrace/build-host/threads/fair-slots';
import { sql } from 'kysely';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { isPostgres } from '../db/dialect.ts';

/** A lease expires if its holder does not renew it for this time. */
const leaseSec = 15;
export const renewMs = 4000;
const pollMs = 200;

interface Deps {
  db: Database;
  serverId: string;
  /** Resolves after this time, or earlier if the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Leases for work that must run on one server at a time. A lease ends when its server releases it or
 * disappears. With SQLite there is one server, which holds all leases.
 */
export class Leases {
  private readonly deps: Deps;
  /** Jobs with the same name run one after another within this server. */
  private readonly slots = new Map<string, FairSlots>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  get areShared(): boolean {
    return isPostgres(this.deps.db);
  }

  /** Acquires the lease or renews it. Returns false if another server has it. */
  async acquire(name: string): Promise<boolean> {
    if (!this.areShared) return true;
    const { db, serverId } = this.deps;
    const now = databaseNow(db);
    const lease = { holder: serverId, until: sql<number>`${now} + ${leaseSec}` };
    const result = await db
      .insertInto('leases')
      .values({ name, ...lease })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(lease)
          .where(({ eb, or }) =>
            or([eb('leases.holder', '=', serverId), eb('leases.until', '<=', now)]),
          ),
      )
      .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  async release(name: string): Promise<void> {
    if (!this.areShared) return;
    const { db, serverId } = this.deps;
    const own = db.deleteFrom('leases').where('name', '=', name).where('holder', '=', serverId);
    await own.execute();
  }

  /** Runs a job while no other job of this name runs, on this or any other server. */
  runExclusively<Result>(name: string, job: () => Promise<Result>): Promise<Result> {
    const slots = this.slots.get(name) ?? new FairSlots(1);
    this.slots.set(name, slots);
    return slots.run('', () => (this.areShared ? this.runWithLease(name, job) : job()));
  }

  private async runWithLease<Result>(name: string, job: () => Promise<Result>): Promise<Result> {
    const ended = new AbortController();
    while (!(await this.acquire(name))) await this.deps.wait(pollMs, ended.signal);
    const renewing = this.renew(name, ended.signal);
    try {
      return await job();
    } finally {
      ended.abort();
      await renewing;
      // If the lease cannot be released, it expires.
      await this.release(name).catch(() => {});
    }
  }

  private async renew(name: string, ended: AbortSignal): Promise<void> {
    for (;;) {
      await this.deps.wait(renewMs, ended);
      if (ended.aborted) return;
      // If the database is unreachable now, the next renewal may still be in time.
      await this.acquire(name).catch(() => {});
    }
  }
}
