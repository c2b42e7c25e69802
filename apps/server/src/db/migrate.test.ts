import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { runMillrace } from '../../testing/backup-commands.ts';
import { dumpSchema } from '../../testing/dump-schema.ts';
import {
  makeTestDatabase,
  removeTestDatabase,
  wantsPostgres,
} from '../../testing/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { run } from './migrations/run.ts';

const addMills: Migration = {
  up: (db) =>
    run(db, "create table mills (id integer primary key, name text not null default '');\n"),
};
/** The migrations of a newer version. */
const newer = { ...migrations, '0998-mills': addMills };

let dir: string;
let databaseUrl: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-migrate-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  databaseUrl = await makeTestDatabase(dir);
  onTestFinished(() => removeTestDatabase(databaseUrl));
});

async function open(options?: { allowsNewer: boolean }): Promise<Database> {
  const db = await openDatabase(databaseUrl, options);
  onTestFinished(() => db.destroy());
  return db;
}

const applied = async (db: Kysely<never>) => {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
};

it('adds what an older version lacks, once, also if several servers start at once', async () => {
  const servers = [await open(), await open(), await open()];
  await Promise.all(servers.map((db) => migrate(db, { migrations: newer })));
  for (const db of servers) {
    expect(await applied(db as never)).toEqual(Object.keys(newer));
    expect(await sql`select name from mills`.execute(db)).toMatchObject({ rows: [] });
  }
});

it('leaves nothing of a migration that fails', async () => {
  const db = await open();
  const before = await dumpSchema(db);
  const failing: Migration = {
    up: (unknown) => run(unknown, 'create table users (id integer);\n'),
  };
  const tried = migrate(db, { migrations: { ...newer, '0999-fails': failing } });
  await expect(tried).rejects.toThrow('users');
  expect(await dumpSchema(db)).toBe(before);
  expect(await applied(db as never)).toEqual(Object.keys(migrations));
});

it('rejects a database that a newer version has migrated, unless that is allowed', async () => {
  await migrate(await open(), { migrations: newer });
  await expect(openDatabase(databaseUrl)).rejects.toThrow(
    /^A newer version of Millrace has changed this database \(0998-mills\)\. .*MILLRACE_NEWER_DATABASE=allow/,
  );
  const older = await open({ allowsNewer: true });
  expect(await older.selectFrom('users').select('id').execute()).toEqual([]);
});

it('ends the server with one sentence for a database of a version before 1.0', async () => {
  const db = await open();
  await sql`
    update kysely_migration set name = '0001-main-path' where name = '0001-baseline'`.execute(db);
  await sql`insert into kysely_migration values ('0069-notification-addresses', '')`.execute(db);
  const env = {
    MILLRACE_DATA: dir,
    MILLRACE_PORT: '0',
    MILLRACE_SECRET_KEY: 'key',
    ...(wantsPostgres ? { MILLRACE_DATABASE_URL: databaseUrl } : {}),
    // It also applies to a server that may start on the database of a newer version.
    MILLRACE_NEWER_DATABASE: 'allow',
  };
  expect(await runMillrace(env, ['server'])).toEqual({
    exitCode: 1,
    output:
      'A version of Millrace before 1.0 created this database, which this version cannot open: start with an empty data folder and an empty database.',
  });
});
