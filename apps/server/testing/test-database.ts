import { randomBytes } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isPostgresUrl } from '../src/db/database.ts';
import { query } from './postgres.ts';

/** Server on which tests create their databases; undefined if there is none. */
const postgresUrl = process.env.MILLRACE_TEST_POSTGRES;
/** Name of an empty database with the newest schema. */
export const templateName = 'millrace_template';

/** Whether the tests of this run use Postgres instead of SQLite. */
export const wantsPostgres = process.env.MILLRACE_TEST_DATABASE === 'postgres';
const sqliteTemplate = process.env.MILLRACE_TEST_SQLITE_TEMPLATE;

/** Creates a database: a file in the folder, or a database on Postgres. Returns its path or URL. */
export async function makeTestDatabase(dir: string): Promise<string> {
  if (wantsPostgres) return makePostgresDatabase();
  const databaseUrl = join(dir, 'millrace.db');
  if (!sqliteTemplate) return databaseUrl;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await copyFile(sqliteTemplate, databaseUrl);
  return databaseUrl;
}

export async function makePostgresDatabase(): Promise<string> {
  if (!postgresUrl) throw new Error('MILLRACE_TEST_POSTGRES is not set');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await query(postgresUrl, `create database ${name} template ${templateName}`);
  return Object.assign(new URL(postgresUrl), { pathname: name }).href;
}

/** Deletes a database that is no longer in use. */
export async function removeTestDatabase(databaseUrl: string): Promise<void> {
  if (!isPostgresUrl(databaseUrl) || !postgresUrl) return;
  await query(postgresUrl, `drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
}

/** Postgres databases that were emptied after use. Creating a new one takes ten times as long. */
const returned: string[] = [];

/** Like {@link makeTestDatabase}, for tests that do not change the schema. */
export async function borrowTestDatabase(dir: string): Promise<string> {
  return returned.pop() ?? makeTestDatabase(dir);
}

/** Empties a database that is no longer in use, so that it can be borrowed again. */
export async function returnTestDatabase(databaseUrl: string): Promise<void> {
  if (!isPostgresUrl(databaseUrl)) return;
  await query(databaseUrl, emptyAll);
  returned.push(databaseUrl);
}

export async function removeReturnedDatabases(): Promise<void> {
  for (const databaseUrl of returned.splice(0)) await removeTestDatabase(databaseUrl);
}

const emptyAll = `
  set session_replication_role = replica;
  do $$
  declare name text;
  begin
    for name in select tablename from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('delete from %I', name);
    end loop;
    for name in select sequencename from pg_sequences where schemaname = 'public' loop
      perform setval(format('%I', name), 1, false);
    end loop;
  end $$`;
