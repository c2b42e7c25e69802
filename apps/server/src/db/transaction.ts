import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './dialect.ts';
import { isConflict, maxTries } from './postgres/postgres-errors.ts';
import { claimChange } from './recorded-change.ts';
import type { Tables } from './tables.ts';

/** Functions to call after the commit of the current transaction. */
const afterCommits = new AsyncLocalStorage<(() => void)[]>();

type Job<Result> = (trx: Transaction<Tables>) => Promise<Result>;

/**
 * Runs a job in a transaction. SQLite runs one transaction at a time. On Postgres, rows that the job reads
 * must be locked (`locks.ts`) if other transactions may change them; a transaction that conflicts with
 * another one is retried. Within a transaction, the job is part of it. The first transaction of a recorded
 * change also stores its record.
 */
export async function inTransaction<Result>(db: Db, job: Job<Result>): Promise<Result> {
  if (db.isTransaction) return job(db as Transaction<Tables>);
  const change = claimChange();
  if (!change) return runTransaction(db, job);
  try {
    return await runTransaction(db, async (trx) => {
      const result = await job(trx);
      await change.store(trx);
      return result;
    });
  } catch (error) {
    change.isStored = false;
    throw error;
  }
}

/** Calls a function after the commit of the transaction that runs now. Without a commit, it is not called. */
export function afterCommit(run: () => void): void {
  afterCommits.getStore()?.push(run);
}

async function runTransaction<Result>(db: Db, job: Job<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const pending: (() => void)[] = [];
    try {
      const result = await afterCommits.run(pending, () => db.transaction().execute(job));
      for (const run of pending) run();
      return result;
    } catch (error) {
      if (!isPostgres(db) || !isConflict(error) || tries === maxTries) throw error;
    }
  }
}
