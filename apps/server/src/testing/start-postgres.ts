import { openDatabase } from '../db/database.ts';
import { query, startPostgres } from './postgres.ts';
import { templateName } from './test-database.ts';

/** Before all test files: a Postgres for those that want one, unless whoever runs the tests names one. */
export async function setup(): Promise<() => Promise<void>> {
  const own = process.env.MILLRACE_TEST_POSTGRES ? null : await startPostgres();
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
