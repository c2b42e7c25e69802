import type { Db } from '../../db/database.ts';

/** Setting of repositories: whether environments of failed steps are kept. It is off at first. */
export class SettingsStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async keepsFailed(repoId: number): Promise<boolean> {
    const row = await this.db
      .selectFrom('terminal_settings')
      .select('keep_failed')
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    return row?.keep_failed === 1;
  }

  async put(repoId: number, keepsFailed: boolean): Promise<void> {
    const values = { keep_failed: keepsFailed ? 1 : 0 };
    await this.db
      .insertInto('terminal_settings')
      .values({ repo_id: repoId, ...values })
      .onConflict((conflict) => conflict.column('repo_id').doUpdateSet(values))
      .execute();
  }
}
