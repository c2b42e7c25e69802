import type { Transaction } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './dialect.ts';
import { isConflict, maxTries } from './postgres/postgres-errors.ts';
import { findUnstoredChange } from './recorded-change.ts';
import type { Tables } from './tables.ts';

/**
 * Runs a job in a transaction. SQLite runs one transaction at a time. On Postgres, rows that the job reads
 * must be locked (`locks.ts`) if other transactions may change them; a transaction that conflicts with
 * another one is retried. Within a transaction, the job is part of it. The first transaction of a recorded change also stores its record.
 */
export async function inTransaction<Result>(
  db: Db,
  job: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return job(db as Transaction<Tables>);
  const change = findUnstoredChange();
  for (let tries = 1; ; tries++) {
    try {
      const result = await db.transaction().execute(async (trx) => {
        const made = await job(trx);
        await change?.store(trx);
        return made;
      });
      if (change) change.isStored = true;
      return result;
    } catch (error) {
      if (!isPostgres(db) || !isConflict(error) || tries === maxTries) throw error;
    }
  }
}
