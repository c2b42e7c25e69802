import type { Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';

interface BuildIds {
  repoId: number;
  buildId: number;
}

/** Value of the build column for the total of a repository. */
const allBuilds = 0;
/** Time after which a total is deleted. The next upload computes it from the artifacts. */
const maxAgeSec = 86_400;

/**
 * Bytes of artifacts by build and repository. They are updated in the transaction that records, releases or
 * deletes an artifact. That transaction must hold the lock of the repository.
 */
export class ArtifactTotals {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Prevents other transactions from changing the totals of the repository, until this transaction ends. */
  async lock(repoId: number): Promise<void> {
    await acquireLock(this.db, 'quota', repoId);
  }

  async read(
    { repoId, buildId }: BuildIds,
    nowSec: number,
  ): Promise<{ build: number; repo: number }> {
    return {
      build: await this.find({ repoId, buildId }, nowSec),
      repo: await this.find({ repoId, buildId: allBuilds }, nowSec),
    };
  }

  /** Adds bytes to both totals. Negative bytes release quota. */
  async add({ repoId, buildId }: BuildIds, bytes: number): Promise<void> {
    if (bytes === 0) return;
    await this.db
      .updateTable('artifact_totals')
      .set((row) => ({ bytes: row('bytes', '+', bytes) }))
      .where('repo_id', '=', repoId)
      .where('build_id', 'in', [allBuilds, buildId])
      .execute();
  }

  /** Deletes totals, most of which belong to finished builds and are not read. */
  async deleteOld(nowSec: number): Promise<void> {
    await this.db
      .deleteFrom('artifact_totals')
      .where('counted', '<', nowSec - maxAgeSec)
      .execute();
  }

  private async find({ repoId, buildId }: BuildIds, nowSec: number): Promise<number> {
    const stored = await this.db
      .selectFrom('artifact_totals')
      .select('bytes')
      .where('repo_id', '=', repoId)
      .where('build_id', '=', buildId)
      .executeTakeFirst();
    if (stored) return stored.bytes;
    const bytes = await this.sum(repoId, buildId);
    const total = { bytes, counted: nowSec };
    await this.db
      .insertInto('artifact_totals')
      .values({ repo_id: repoId, build_id: buildId, ...total })
      .onConflict((conflict) => conflict.columns(['repo_id', 'build_id']).doUpdateSet(total))
      .execute();
    return bytes;
  }

  private async sum(repoId: number, buildId: number): Promise<number> {
    let artifacts = this.db
      .selectFrom('artifacts')
      .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
      .where('repo_id', '=', repoId);
    if (buildId !== allBuilds) artifacts = artifacts.where('build_id', '=', buildId);
    const { bytes } = await artifacts.executeTakeFirstOrThrow();
    return Number(bytes ?? 0);
  }
}
