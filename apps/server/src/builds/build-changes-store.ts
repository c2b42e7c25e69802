import type { Db } from '../db/database.ts';

/** Minimum number of changes in the outbox. It grows to twice as many before old ones are deleted. */
const retained = 10_000;
/** A subscriber that missed more builds must reload. */
const mostBuilds = 1000;

/** A change of a build, as other servers are notified of it. */
export interface ChangeNotice {
  id: number;
  repoId: number;
  buildId: number;
}

/** The newest change of a build that a subscriber missed. */
export interface MissedChange extends ChangeNotice {
  /** Version of the build after the change. */
  version: number;
  /** Version of the build after the first change that the subscriber missed; 1 for a new build. */
  firstVersion: number;
}

/**
 * Depends on the number only: ids missing after it were rolled back, or deleted with their repositories, so
 * no subscriber missed them.
 */
function lastForgotten(newest: number): number {
  return (Math.floor(newest / retained) - 1) * retained;
}

/** The outbox: changed builds, in commit order. */
export class BuildChangesStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Records a change, in the transaction that makes it. Returns its id. */
  async add(change: { repoId: number; buildId: number; version: number }): Promise<number> {
    const { id } = await this.db
      .insertInto('build_changes')
      .values({ repo_id: change.repoId, build_id: change.buildId, version: change.version })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (id % retained === 0) {
      await this.db.deleteFrom('build_changes').where('id', '<=', lastForgotten(id)).execute();
    }
    return id;
  }

  /** Returns 0 before the first change. */
  async findNewest(): Promise<number> {
    const row = await this.db
      .selectFrom('build_changes')
      .select((change) => change.fn.max('id').as('id'))
      .executeTakeFirst();
    return row?.id ?? 0;
  }

  /**
   * Lists the builds that changed after a change, each once with its newest change. Returns null if they are
   * too many, or if some changes have been deleted.
   */
  async listAfter(id: number, repoId?: number): Promise<MissedChange[] | null> {
    const newest = await this.findNewest();
    if (id < lastForgotten(newest) || id > newest) return null;
    let query = this.db
      .selectFrom('build_changes')
      .select(({ fn }) => [
        fn.max('id').as('id'),
        fn.max('version').as('version'),
        fn.min('version').as('firstVersion'),
        ...(['build_id', 'repo_id'] as const),
      ])
      .where('id', '>', id);
    if (repoId !== undefined) query = query.where('repo_id', '=', repoId);
    const rows = await query
      .groupBy(['build_id', 'repo_id'])
      .orderBy('id')
      .limit(mostBuilds + 1)
      .execute();
    if (rows.length > mostBuilds) return null;
    return rows.map((row) => ({
      id: row.id,
      repoId: row.repo_id,
      buildId: row.build_id,
      version: row.version,
      firstVersion: row.firstVersion,
    }));
  }
}
