import { sql } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './dialect.ts';

/** Locks that only one transaction holds at a time. The numbers are Postgres advisory lock keys. */
const lockKeys = {
  outbox: 1,
  log: 2,
  claims: 3,
  namespaces: 4,
  grants: 5,
  files: 6,
  admins: 7,
  tests: 8,
  quota: 9,
  subscriptions: 10,
  caches: 11,
  bisections: 12,
  causes: 13,
  logins: 14,
  buildAccess: 15,
  crons: 16,
  organizations: 17,
  ownerClaims: 18,
} as const;

/**
 * Acquires a lock, and holds it until the transaction ends. SQLite runs one transaction at a time, so no lock
 * is needed.
 */
export async function acquireLock(trx: Db, lock: keyof typeof lockKeys, id = 0): Promise<void> {
  if (!isPostgres(trx)) return;
  await sql`select pg_advisory_xact_lock(${lockKeys[lock]}, ${id % 2 ** 31})`.execute(trx);
}
