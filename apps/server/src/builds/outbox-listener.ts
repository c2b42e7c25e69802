import type { Build } from '@millrace/build-rules';
import type { Database, Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { BuildChangesStore, MissedChange } from './build-changes-store.ts';
import { BuildStore } from './build-store.ts';

export interface ChangedBuild extends MissedChange {
  /** The build as it is now. */
  build: Build;
}

/**
 * Reads the outbox for one purpose, and stores its position, so that no change is missed after a crash.
 * Changes from before its first start are skipped.
 */
export class OutboxListener {
  private readonly db: Database;
  private readonly changes: BuildChangesStore;
  /** Identifies the position in the database. */
  private readonly name: string;
  private cursor: number | undefined;

  constructor(deps: { db: Database; buildChanges: BuildChangesStore }, name: string) {
    this.db = deps.db;
    this.changes = deps.buildChanges;
    this.name = name;
  }

  /** Forgets the position in memory, because another server may have moved it. */
  reset(): void {
    this.cursor = undefined;
  }

  /**
   * Calls `process` for each build that changed since the last call and still exists, in the transaction that
   * stores the new position.
   */
  async read(process: (trx: Db, change: ChangedBuild) => Promise<void>): Promise<void> {
    const newest = await this.changes.findNewest();
    const known = this.cursor ?? (await this.findCursor());
    if (newest === known) return;
    const missed = (await this.changes.listAfter(known ?? newest)) ?? [];
    const last = missed.at(-1)?.id ?? newest;
    await inTransaction(this.db, async (trx) => {
      for (const change of await withBuilds(trx, missed)) await process(trx, change);
      await this.storeCursor(trx, last);
    });
    this.cursor = last;
  }

  private async findCursor(): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('outbox_cursors')
      .select('change_id')
      .where('listener', '=', this.name)
      .executeTakeFirst();
    return row?.change_id;
  }

  private async storeCursor(trx: Db, changeId: number): Promise<void> {
    await trx
      .insertInto('outbox_cursors')
      .values({ listener: this.name, change_id: changeId })
      .onConflict((conflict) => conflict.column('listener').doUpdateSet({ change_id: changeId }))
      .execute();
  }
}

/** Adds the builds to their changes, without those of deleted and unreadable builds. */
async function withBuilds(db: Db, changes: readonly MissedChange[]): Promise<ChangedBuild[]> {
  const builds = await new BuildStore(db).listByIds(changes.map(({ buildId }) => buildId));
  const byId = new Map(builds.map((build) => [build.id, build]));
  return changes.flatMap((change) => {
    const build = byId.get(change.buildId);
    return build ? { ...change, build } : [];
  });
}
