import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../testing/fake-work.ts';
import { query } from '../../testing/postgres.ts';
import { secretsOf } from '../../testing/secrets-of.ts';
import { makePostgresDatabase, removeTestDatabase } from '../../testing/test-database.ts';
import { bearer, pushSampleRepo, startTestServer } from '../../testing/test-server.ts';
import { copiedTables, skippedTables } from './copied-tables.ts';
import { copyDatabase } from './copy-database.ts';
import { type Database, openDatabase } from './database.ts';

const env = { MILLRACE_SECRET_KEY: 'the key of this installation' };

let dir: string;
let source: Database;
let postgres: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-copy-'));
  postgres = await makePostgresDatabase();
  source = await fill(join(dir, 'source.db'));
});
afterEach(async () => {
  await source.destroy();
  await removeTestDatabase(postgres);
  await rm(dir, { recursive: true, force: true });
});

/** Creates an installation with rows in every table, on a SQLite file. */
async function fill(file: string): Promise<Database> {
  const server = await startTestServer({ database: 'SQLite', env });
  const ada = await server.addUser('ada', { admin: true });
  await pushSampleRepo(server, 'ada');
  const api = runnerApiOf(server);
  const { step } = await startNextStage(api);
  const lines = Array.from({ length: 300 }, (_, pos) => ({ pos, out: `line ${pos} ✓\n`, time: 1 }));
  for (const line of lines) await api.appendLogs({ params: { step: step.id }, body: [line] });
  await secretsOf(server).create({ namespace: 'ada' }, { name: 'token', data: 'the value' });
  const cron = { name: 'nightly', expr: '0 0 1 * * *', branch: 'main' };
  const response = await fetch(`${server.url}/api/repos/ada/project/cron`, {
    method: 'POST',
    headers: { ...bearer(ada), 'content-type': 'application/json' },
    body: JSON.stringify(cron),
  });
  expect(response.status).toBe(200);
  await sql`vacuum into ${file}`.execute(server.core.db);
  await server.stop();
  return openDatabase(file);
}

async function readAll(db: Database): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const { table, key } of copiedTables) {
    const order = sql.join(key.map((column) => sql.ref(column)));
    const { rows } = await sql`select * from ${sql.table(table)} order by ${order}`.execute(db);
    all[table] = rows.map((row) => JSON.parse(JSON.stringify(row, bytesAsText)));
  }
  return all;
}

/** SQLite and Postgres return blobs as different types. */
function bytesAsText(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const given = this[name];
  return given instanceof Uint8Array ? Buffer.from(given).toString('hex') : value;
}

it('covers every table', async () => {
  const tables = await source.introspection.getTables();
  const known = [...copiedTables.map(({ table }) => table), ...skippedTables];
  expect(known.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

it('copies an installation to Postgres and back, and continues its ids', async () => {
  const target = await openDatabase(postgres, { isCopy: true });
  await copyDatabase(source, target, () => {});
  expect(await readAll(target)).toEqual(await readAll(source));
  const analyzed = `select n_live_tup::int as rows from pg_stat_user_tables
    where relname = 'log_blocks' and last_analyze is not null and last_vacuum is not null`;
  expect(await query(postgres, analyzed)).toHaveLength(1);
  const back = await openDatabase(join(dir, 'back.db'), { isCopy: true });
  await copyDatabase(target, back, () => {});
  expect(await readAll(back)).toEqual(await readAll(source));
  await Promise.all([target.destroy(), back.destroy()]);

  const server = await startTestServer({ database: postgres, env });
  const bob = await server.addUser('bob');
  expect(bob.id).toBe(2);
  await pushSampleRepo(server, 'bob');
  const builds = await server.core.db.selectFrom('builds').select('id').orderBy('id').execute();
  expect(builds.map(({ id }) => id)).toEqual([1, 2]);
  await server.stop();
});

it('resumes an interrupted copy, which cannot be opened before it is complete', async () => {
  const target = await openDatabase(postgres, { isCopy: true });
  let steps = 0;
  const cutOffAfter = (count: number) => () => {
    if (++steps > count) throw new Error('cut off');
  };
  for (let count = 5; count <= 20; count += 5, steps = 0) {
    await expect(copyDatabase(source, target, cutOffAfter(count))).rejects.toThrow('cut off');
    await expect(openDatabase(postgres)).rejects.toThrow('has not come to its end');
  }
  await copyDatabase(source, target, () => {});
  expect(await readAll(target)).toEqual(await readAll(source));
  await target.destroy();
});

it('rejects a target with data, and names the table in which rows are missing', async () => {
  const target = await openDatabase(postgres, { isCopy: true });
  const addRow = async (progress: { table: string }) => {
    if (progress.table !== 'steps') return;
    await source.insertInto('sealed_values').values({ name: 'late', sealed: '' }).execute();
  };
  const added: Promise<void>[] = [];
  await expect(
    copyDatabase(source, target, (progress) => added.push(addRow(progress).catch(() => {}))),
  ).rejects.toThrow('sealed_values has 2 rows, expected 3');
  await Promise.all(added);
  await target.destroy();
  const other = await openDatabase(join(dir, 'other.db'));
  await other.insertInto('sealed_values').values({ name: 'mine', sealed: '' }).execute();
  await expect(copyDatabase(source, other, () => {})).rejects.toThrow(
    'The target database is not empty',
  );
  await other.destroy();
});
