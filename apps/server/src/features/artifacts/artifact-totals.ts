import type { Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';

interface Place {
  repoId: number;
  buildId: number;
}

/** Stands for all builds of a repository. */
const allBuilds = 0;
/** Older sums are computed again: a server of before 2026-11-25 on the same database does not count. */
const recountAfterSec = 3600;
const forgetAfterSec = 86_400;

/**
 * Bytes of artifacts by build and repository. They are counted in the transaction that notes, releases or
 * deletes an artifact, which has to hold the repository's lock.
 */
export class ArtifactTotals {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Until the end of the transaction no other one changes the totals of the repository. */
  async lock(repoId: number): Promise<void> {
    await acquireLock(this.db, 'quota', repoId);
  }

  async read({ repoId, buildId }: Place, nowSec: number): Promise<{ build: number; repo: number }> {
    return {
      build: await this.find({ repoId, buildId }, nowSec),
      repo: await this.find({ repoId, buildId: allBuilds }, nowSec),
    };
  }

  /** Negative bytes are given back. */
  async add({ repoId, buildId }: Place, bytes: number): Promise<void> {
    if (bytes === 0) return;
    await this.db
      .updateTable('artifact_totals')
      .set((row) => ({ bytes: row('bytes', '+', bytes) }))
      .where('repo_id', '=', repoId)
      .where('build_id', 'in', [allBuilds, buildId])
      .execute();
  }

  /** Deletes totals that were not asked for lately. */
  async forgetOld(nowSec: number): Promise<void> {
    await this.db
      .deleteFrom('artifact_totals')
      .where('counted', '<', nowSec - forgetAfterSec)
      .execute();
  }

  private async find({ repoId, buildId }: Place, nowSec: number): Promise<number> {
    const known = await this.db
      .selectFrom('artifact_totals')
      .select(['bytes', 'counted'])
      .where('repo_id', '=', repoId)
      .where('build_id', '=', buildId)
      .executeTakeFirst();
    if (known && known.counted > nowSec - recountAfterSec) return known.bytes;
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
