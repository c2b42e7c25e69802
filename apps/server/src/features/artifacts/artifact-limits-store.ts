import { noOwnLimits, type OwnArtifactLimits } from '@millrace/build-host/files/artifact-limits';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { OwnLimit } from '../../domain/retention.ts';

const columns = [
  'days',
  'file_bytes as fileBytes',
  'build_bytes as buildBytes',
  'repo_bytes as repoBytes',
  'days_beyond as daysBeyond',
] as const;

/** Stores the artifact limits of repositories. */
export class ArtifactLimitsStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(repoId: number): Promise<OwnArtifactLimits> {
    const row = await this.db
      .selectFrom('artifact_limits')
      .select(columns)
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    if (!row) return noOwnLimits;
    const { daysBeyond, ...limits } = row;
    return { ...limits, isDaysBeyond: daysBeyond === 1 };
  }

  async put(repoId: number, own: OwnArtifactLimits): Promise<void> {
    const limits = {
      days: own.days,
      days_beyond: own.isDaysBeyond ? 1 : 0,
      file_bytes: own.fileBytes,
      build_bytes: own.buildBytes,
      repo_bytes: own.repoBytes,
    };
    await inTransaction(this.db, (trx) =>
      trx
        .insertInto('artifact_limits')
        .values({ repo_id: repoId, ...limits })
        .onConflict((conflict) => conflict.column('repo_id').doUpdateSet(limits))
        .execute(),
    );
  }

  /** Sets the age limit, and leaves the other limits unchanged. */
  async putDays(repoId: number, limit: OwnLimit | undefined): Promise<void> {
    const own = await this.find(repoId);
    const days = { days: limit?.value ?? null, isDaysBeyond: limit?.isBeyond ?? false };
    await this.put(repoId, { ...own, ...days });
  }
}
