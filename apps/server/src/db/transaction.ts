import type { Transaction } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './dialect.ts';
import { isConflict, maxTries } from './postgres/postgres-errors.ts';
import type { Tables } from './tables.ts';

/**
 * Runs a job in a transaction. SQLite runs one transaction at a time. On Postgres, rows that the job reads
 * must be locked (`locks.ts`) if other transactions may change them; a transaction that conflicts with
 * another one is retried.
 */
export async function inTransaction<Result>(
  db: Db,
  job: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(job);
    } catch (error) {
      if (!isPostgres(db) || !isConflict(error) || tries === maxTries) throw error;
    }
  }
}
