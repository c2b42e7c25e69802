import type { Status } from '@millrace/contract/vocabulary';
import type { Database, Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Build } from '../../domain/build.ts';

/** Status of a build as last reported to the forge. */
export interface ReportedStatus {
  /** Status last reported to the forge; empty for none. */
  shown: Status | '';
  /** Id of the deployment at the forge; empty if there is none. */
  deployment: string;
}

interface Change {
  id: number;
  buildId: number;
  repoId: number;
}

const listener = 'commit statuses';

/** Stores the reported statuses and the cursor in the outbox. */
export class CommitStatusStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Returns the id of the last change read from the outbox; undefined before the first one. */
  async findCursor(): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('outbox_cursors')
      .select('change_id')
      .where('listener', '=', listener)
      .executeTakeFirst();
    return row?.change_id;
  }

  /** Adds a job for each change whose build still exists, and moves the cursor, in one transaction. */
  async readChanges(
    changes: readonly Change[],
    cursor: number,
    addJob: (trx: Db, change: Change) => Promise<void>,
  ): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      const existing = await listExisting(trx, changes);
      for (const change of changes) if (existing.has(change.buildId)) await addJob(trx, change);
      await trx
        .insertInto('outbox_cursors')
        .values({ listener, change_id: cursor })
        .onConflict((conflict) => conflict.column('listener').doUpdateSet({ change_id: cursor }))
        .execute();
    });
  }

  async find(buildId: number): Promise<ReportedStatus> {
    const row = await this.db
      .selectFrom('commit_statuses')
      .select(['shown', 'deployment'])
      .where('build_id', '=', buildId)
      .executeTakeFirst();
    return row ?? { shown: '', deployment: '' };
  }

  async store({ id, repoId }: Build, reported: ReportedStatus): Promise<void> {
    const unused = { due: null, change_id: 0, since: 0, tries: 0 };
    await this.db
      .insertInto('commit_statuses')
      .values({ build_id: id, repo_id: repoId, ...reported, ...unused })
      .onConflict((conflict) => conflict.column('build_id').doUpdateSet(reported))
      .execute();
  }

  /** Lists newer builds of the same commit. */
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

async function listExisting(db: Db, changes: readonly { buildId: number }[]): Promise<Set<number>> {
  const ids = changes.map(({ buildId }) => buildId);
  const rows = await db
    .selectFrom('builds')
    .select('id')
    .where('id', 'in', [0, ...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
