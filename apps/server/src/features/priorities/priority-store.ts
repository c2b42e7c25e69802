import type { RepoPriority } from '@millrace/contract/api';
import { setRepoPriority } from '@millrace/contract/api';
import { endpointOf } from '@millrace/contract/endpoints';
import { parseJson } from '@millrace/node-kit/parse-json';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { usualPriority } from './find-priority.ts';

const stored = endpointOf(setRepoPriority).body;

/** Settings of repositories about the priority of their builds. */
export class PriorityStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(repoId: number): Promise<RepoPriority> {
    const row = await this.db
      .selectFrom('repo_priorities')
      .select('rules')
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    return (row && stored && parseJson(stored, row.rules)) ?? usualPriority;
  }

  async put(repoId: number, priority: RepoPriority): Promise<void> {
    const values = { rules: JSON.stringify(priority) };
    await inTransaction(this.db, (trx) =>
      trx
        .insertInto('repo_priorities')
        .values({ repo_id: repoId, ...values })
        .onConflict((conflict) => conflict.column('repo_id').doUpdateSet(values))
        .execute(),
    );
  }
}
