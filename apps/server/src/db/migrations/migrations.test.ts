import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Migration } from 'kysely/migration';
import { expect, it } from 'vitest';
import { migrations } from './index.ts';
import { run } from './run.ts';

/** Servers may share a database, so an older server still runs while a newer one migrates it. */
const survivable = /^(create (unique )?index|create table|alter table \w+ add column|select) /;

/** Lists the statements of a migration with which an older server could not continue. */
async function listUnsurvivable(migration: Migration): Promise<string[]> {
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
  return statements.filter(
    (statement) =>
      !survivable.test(statement) || /add column .* not null(?!.* default )/.test(statement),
  );
}

it('keep older servers working', async () => {
  const [, ...later] = Object.entries(migrations);
  for (const [name, migration] of later) {
    expect([name, await listUnsurvivable(migration)]).toEqual([name, []]);
  }
});

const migrationOf = (statements: string): Migration => ({ up: (db) => run(db, statements) });

it.each([
  'create table mills (id integer primary key);\ncreate index mills_id on mills (id);\n',
  'alter table users add column mill text;\n',
  "alter table users add column mill text not null default '';\n",
])('may contain %j', async (statements) => {
  expect(await listUnsurvivable(migrationOf(statements))).toEqual([]);
});

it.each([
  'drop table users',
  'alter table users drop column email',
  'alter table users rename column email to mail',
  'alter table users add column mill text not null',
  'drop index users_lower_login',
  "update users set email = ''",
])('may not contain %j', async (statement) => {
  expect(await listUnsurvivable(migrationOf(`${statement};\n`))).toEqual([statement]);
});
