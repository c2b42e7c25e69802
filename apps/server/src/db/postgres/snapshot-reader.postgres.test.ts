import { afterEach, beforeEach, expect, it } from 'vitest';
import { query } from '../../../testing/postgres.ts';
import { makePostgresDatabase, removeTestDatabase } from '../../../testing/test-database.ts';
import { type Database, openDatabase } from '../database.ts';
import { inTransaction } from '../transaction.ts';
import { whileUnchanged } from '../unchanged.ts';

let url: string;
let db: Database;
let reads: number;

beforeEach(async () => {
  url = await makePostgresDatabase();
  db = await openDatabase(url);
  reads = 0;
});

afterEach(async () => {
  await db.destroy();
  await removeTestDatabase(url);
});

const find = () =>
  whileUnchanged(db, 'states', async () => {
    reads++;
    const rows = await db
      .selectFrom('server_state')
      .select('value')
      .where('name', '=', 'test')
      .execute();
    return rows.map(({ value }) => value);
  });

const write = (value: string, to: Pick<Database, 'insertInto'> = db) =>
  to
    .insertInto('server_state')
    .values({ name: 'test', value })
    .onConflict((known) => known.column('name').doUpdateSet({ value }))
    .execute();

it('reads again after a commit of this server', async () => {
  await write('one');
  expect(await find()).toEqual(['one']);
  await write('two');
  expect(await find()).toEqual(['two']);
  await inTransaction(db, (trx) => write('three', trx));
  expect(await find()).toEqual(['three']);
});

it('reads again after a commit of any other program, and not before it', async () => {
  expect(await find()).toEqual([]);
  const other = await openDatabase(url, { connections: 1 });
  try {
    await inTransaction(other, async (trx) => {
      await write('one', trx);
      expect(await find()).toEqual([]);
    });
    expect(await find()).toEqual(['one']);
  } finally {
    await other.destroy();
  }
});

it('reads once for callers that wait at the same time', async () => {
  // Other tests share this Postgres, and each of their commits is one of the same Postgres.
  await expect
    .poll(async () => {
      await find();
      const before = reads;
      await Promise.all([find(), find(), find()]);
      return reads - before;
    })
    .toBe(0);
});

it('reads again after the connection was lost', async () => {
  await write('one');
  await find();
  await query(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const before = reads;
  expect(await find()).toEqual(['one']);
  expect(reads).toBeGreaterThan(before);
});
