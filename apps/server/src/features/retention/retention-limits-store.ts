import { type RetentionName, retentionNames } from '@millrace/contract/retention';
import type { Db } from '../../db/database.ts';
import type { OwnLimit, OwnRetention } from '../../domain/retention.ts';

/** Stores the retention limits of repositories, except the age of artifacts. */
export class RetentionLimitsStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(repoId: number): Promise<OwnRetention> {
    const rows = await this.db
      .selectFrom('retention_limits')
      .select(['name', 'value', 'beyond'])
      .where('repo_id', '=', repoId)
      .execute();
    const own: OwnRetention = {};
    for (const { name, value, beyond } of rows) {
      // A newer version may have stored other limits.
      if (retentionNames.includes(name)) own[name] = { value, isBeyond: beyond === 1 };
    }
    return own;
  }

  /** Sets a limit. Undefined restores the limit of the server. */
  async put(repoId: number, name: RetentionName, limit: OwnLimit | undefined): Promise<void> {
    if (!limit) {
      await this.db
        .deleteFrom('retention_limits')
        .where('repo_id', '=', repoId)
        .where('name', '=', name)
        .execute();
      return;
    }
    const values = { value: limit.value, beyond: limit.isBeyond ? 1 : 0 };
    await this.db
      .insertInto('retention_limits')
      .values({ repo_id: repoId, name, ...values })
      .onConflict((conflict) => conflict.columns(['repo_id', 'name']).doUpdateSet(values))
      .execute();
  }
}
