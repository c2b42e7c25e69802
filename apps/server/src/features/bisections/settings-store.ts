import type { Db } from '../../db/database.ts';

export interface BisectionSettings {
  /** Whether bisections start by themselves. */
  automatic: boolean;
  /** Whether answers are added as comments to commits. */
  comments: boolean;
}

const usual: BisectionSettings = { automatic: false, comments: true };

/** Settings of repositories. */
export class SettingsStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(repoId: number): Promise<BisectionSettings> {
    const row = await this.db
      .selectFrom('bisection_settings')
      .select(['automatic', 'comments'])
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    return row ? { automatic: row.automatic === 1, comments: row.comments === 1 } : usual;
  }

  async put(repoId: number, { automatic, comments }: BisectionSettings): Promise<void> {
    const values = { automatic: automatic ? 1 : 0, comments: comments ? 1 : 0 } as const;
    await this.db
      .insertInto('bisection_settings')
      .values({ repo_id: repoId, ...values })
      .onConflict((conflict) => conflict.column('repo_id').doUpdateSet(values))
      .execute();
  }
}
