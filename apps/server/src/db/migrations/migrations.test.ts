import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { makeTestDatabase, removeTestDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../database.ts';
import { migrations } from './index.ts';

/** Servers may share a database, so an older server still runs while a newer one migrates it. */
const firstShared = '0020';
const survivable =
  /^(create (unique )?index|create table|alter table \w+ add column|create trigger audit_events_unchanged) /;

const later = Object.entries(migrations).filter(([name]) => name >= firstShared);

it.each(later)('%s keeps an older server working', async (_, migration) => {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => {
      statements.push(query.sql);
    },
  });
  await migration.up(db);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    expect(statement).toMatch(survivable);
    if (/add column .* not null/.test(statement)) expect(statement).toContain('default');
  }
});

it('rejects a database that a newer version has migrated, unless that is allowed', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-migrations-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const place = await makeTestDatabase(dir);
  onTestFinished(() => removeTestDatabase(place));
  const newer = await openDatabase(place);
  await newer
    .insertInto('kysely_migration' as never)
    .values({ name: '9999-later', timestamp: new Date().toISOString() } as never)
    .execute();
  await newer.destroy();
  await expect(openDatabase(place)).rejects.toThrow(
    /^A newer version of Millrace has changed this database \(9999-later\)\. .*MILLRACE_NEWER_DATABASE=allow/,
  );
  const db = await openDatabase(place, { allowsNewer: true });
  expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
  await db.destroy();
});
