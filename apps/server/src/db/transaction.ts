import type { Transaction } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './dialect.ts';
import { isClash, mostTries } from './postgres/postgres-errors.ts';
import type { Tables } from './tables.ts';

/**
 * All of it or nothing. In SQLite one transaction runs at a time; in Postgres what it reads has to be locked
 * (`locks.ts`) where others may change it, and one that got in the way of another is carried out again.
 */
export async function inTransaction<Result>(
  db: Db,
  job: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(job);
    } catch (error) {
      if (!isPostgres(db) || !isClash(error) || tries === mostTries) throw error;
    }
  }
}
