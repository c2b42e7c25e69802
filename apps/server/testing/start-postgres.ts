import { openDatabase } from '../src/db/database.ts';
import { query, startPostgres } from './postgres.ts';
import { templateName } from './test-database.ts';

/** Settings without durability and replication, which tests do not need. */
const fastSettings = {
  autovacuum: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** Starts a Postgres before all test files, unless `MILLRACE_TEST_POSTGRES` names one. */
export async function setup(): Promise<() => Promise<void>> {
  const own = process.env.MILLRACE_TEST_POSTGRES ? null : await startPostgres(fastSettings);
  if (own) process.env.MILLRACE_TEST_POSTGRES = own.urlOf('postgres');
  const url = process.env.MILLRACE_TEST_POSTGRES;
  if (url) {
    await query(url, `drop database if exists ${templateName} with (force)`);
    await query(url, `create database ${templateName}`);
    const db = await openDatabase(Object.assign(new URL(url), { pathname: templateName }).href);
    await db.destroy();
  }
  return async () => own?.remove();
}
