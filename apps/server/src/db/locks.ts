import { sql } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './dialect.ts';

/** Locks that one transaction holds at a time. The numbers are Postgres advisory lock keys. */
const turns = {
  outbox: 1,
  log: 2,
  claims: 3,
  namespaces: 4,
  grants: 5,
  files: 6,
  admins: 7,
  tests: 8,
  quota: 9,
} as const;

/**
 * Waits until no other transaction has this turn, and keeps it to the end of this one. In SQLite nobody
 * else runs anyway.
 */
export async function takeTurn(trx: Db, turn: keyof typeof turns, id = 0): Promise<void> {
  if (!isPostgres(trx)) return;
  await sql`select pg_advisory_xact_lock(${turns[turn]}, ${id % 2 ** 31})`.execute(trx);
}
