import type { Status } from '@millrace/contract/vocabulary';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Build } from '../../domain/build.ts';

/** A build whose state the forge may not know yet. */
export interface DueStatus {
  buildId: number;
  repoId: number;
  /** Status last reported to the forge; empty for none. */
  shown: Status | '';
  /** The forge's name of its deployment; empty where there is none. */
  deployment: string;
  /** The newest change that made it due. */
  changeId: number;
  /** Time of the first attempt. */
  since: number;
  tries: number;
}

const listener = 'commit statuses';

/** Builds whose status must be reported to the forge. */
export class CommitStatusStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** The last change of the outbox that was taken over; undefined before the first one. */
  async findCursor(): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('outbox_cursors')
      .select('change_id')
      .where('listener', '=', listener)
      .executeTakeFirst();
    return row?.change_id;
  }

  /** Takes changes over from the outbox. */
  async takeOver(
    changes: readonly { id: number; buildId: number; repoId: number }[],
    cursor: number,
    nowSec: number,
  ): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      const there = await listThere(trx, changes);
      for (const { id, buildId, repoId } of changes) {
        // A build may be gone by now.
        if (!there.has(buildId)) continue;
        const fresh = { due: nowSec, since: nowSec, tries: 0, change_id: id };
        await trx
          .insertInto('commit_statuses')
          .values({ build_id: buildId, repo_id: repoId, shown: '', deployment: '', ...fresh })
          .onConflict((conflict) => conflict.column('build_id').doUpdateSet(fresh))
          .execute();
      }
      await trx
        .insertInto('outbox_cursors')
        .values({ listener, change_id: cursor })
        .onConflict((conflict) => conflict.column('listener').doUpdateSet({ change_id: cursor }))
        .execute();
    });
  }

  /** Of each repository the first build that is due, in the order of the builds. */
  async listDue(nowSec: number): Promise<DueStatus[]> {
    const rows = await this.db
      .selectFrom('commit_statuses')
      .selectAll()
      .where('build_id', 'in', (first) =>
        first
          .selectFrom('commit_statuses')
          .select((status) => status.fn.min('build_id').as('build_id'))
          .where('due', '<=', nowSec)
          .groupBy('repo_id'),
      )
      .orderBy('build_id')
      .limit(100)
      .execute();
    return rows.map((row) => ({
      buildId: row.build_id,
      repoId: row.repo_id,
      shown: row.shown,
      deployment: row.deployment,
      changeId: row.change_id,
      since: row.since,
      tries: row.tries,
    }));
  }

  async findNextDue(): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('commit_statuses')
      .select((status) => status.fn.min('due').as('due'))
      .where('due', 'is not', null)
      .executeTakeFirst();
    return row?.due ?? undefined;
  }

  async postpone(buildId: number, due: number): Promise<void> {
    await this.db
      .updateTable('commit_statuses')
      .set((row) => ({ due, tries: row('tries', '+', 1) }))
      .where('build_id', '=', buildId)
      .execute();
  }

  /** The forge knows this state; nothing is due unless the build changed meanwhile. */
  async end(
    { buildId, changeId }: DueStatus,
    shown: Status | '',
    deployment: string,
  ): Promise<void> {
    await this.db
      .updateTable('commit_statuses')
      .set({ shown, deployment })
      .where('build_id', '=', buildId)
      .execute();
    await this.db
      .updateTable('commit_statuses')
      .set({ due: null, tries: 0 })
      .where('build_id', '=', buildId)
      .where('change_id', '=', changeId)
      .execute();
  }

  /** Newer builds of the same commit. */
  async listNewer(build: Build): Promise<Pick<Build, 'event' | 'deployTo'>[]> {
    return this.db
      .selectFrom('builds')
      .select(['event', 'deploy_to as deployTo'])
      .where('repo_id', '=', build.repoId)
      .where('number', '>', build.number)
      .where('after', '=', build.after)
      .groupBy(['event', 'deploy_to'])
      .execute();
  }
}

async function listThere(db: Db, changes: readonly { buildId: number }[]): Promise<Set<number>> {
  const ids = changes.map(({ buildId }) => buildId);
  const rows = await db
    .selectFrom('builds')
    .select('id')
    .where('id', 'in', [0, ...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
