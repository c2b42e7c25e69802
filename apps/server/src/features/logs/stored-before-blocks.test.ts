import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { migrations } from '../../db/migrations/index.ts';
import { openSqlite } from '../../db/sqlite/node-sqlite.ts';
import { retryingDialect } from '../../db/sqlite/retrying-driver.ts';
import { LogStore } from './log-store.ts';

/** A database as it was before, with one log in two batches. */
async function writeOldDatabase(path: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: retryingDialect(openSqlite(path), openSqlite(path)) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo('0006-cards');
  if (error) throw error;
  await sql`pragma foreign_keys = off`.execute(db);
  await sql`insert into steps values
    (1, 1, 1, 'greet', 'success', '', 0, 0, 1, 2, 1, '[]', '', 0, '')`.execute(db);
  await sql`insert into log_batches (step_id, first_pos, last_pos, lines) values
    (1, 0, 1, ${'{"pos":0,"out":"größe\\n","time":0},{"pos":1,"out":"two\\n","time":1}'}),
    (1, 2, 2, ${'{"out":"three\\n","pos":2,"time":2}'})`.execute(db);
  await db.destroy();
}

it('migrates the logs of an existing database', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-migration-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const path = join(dir, 'millrace.db');
  await writeOldDatabase(path);
  const db = await openDatabase(path);
  const logs = new LogStore(db);
  expect(await logs.readBlockAfter(1, 0)).toEqual([
    { pos: 1, json: '{"pos":1,"out":"two\\n","time":1}' },
  ]);
  expect(await logs.readBlockAfter(1, 1)).toEqual([
    { pos: 2, json: '{"pos":2,"out":"three\\n","time":2}' },
  ]);
  expect(await logs.append(1, [{ pos: 3, out: 'fo', time: 3 }])).toEqual([
    { pos: 3, json: '{"pos":3,"out":"fo","time":3,"line":3}' },
  ]);
  expect(await logs.append(1, [{ pos: 4, out: 'ur\n', time: 3 }])).toEqual([
    { pos: 4, json: '{"pos":4,"out":"ur\\n","time":3,"line":3}' },
  ]);
  for await (const part of logs.read(1, 0, 1)) {
    expect((await part.readText()).toString()).toBe('{"pos":0,"out":"größe\\n","time":0}\n');
  }
  await db.destroy();
});
