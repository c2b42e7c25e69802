import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { inTransaction } from './transaction.ts';
import { whileUnchanged } from './unchanged.ts';

let dir: string;
let db: Database;
let reads: number;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-unchanged-'));
  db = await openDatabase(join(dir, 'test.db'));
  reads = 0;
});

afterEach(async () => {
  await db.destroy();
  await rm(dir, { recursive: true, force: true });
});

function find(from = db, key = 'state'): Promise<string | undefined> {
  return whileUnchanged(from, key, async () => {
    reads++;
    const row = await from
      .selectFrom('server_state')
      .select('value')
      .where('name', '=', 'test')
      .executeTakeFirst();
    return row?.value;
  });
}

const write = (to: Database, value: string) =>
  to
    .insertInto('server_state')
    .values({ name: 'test', value })
    .onConflict((known) => known.column('name').doUpdateSet({ value }))
    .execute();

it('reads once until something is written', async () => {
  expect(await find()).toBeUndefined();
  await new Promise(setImmediate);
  expect(await find()).toBeUndefined();
  expect(reads).toBe(1);
  await write(db, 'one');
  expect(await find()).toBe('one');
  expect(await find()).toBe('one');
  expect(reads).toBe(2);
  expect(await find(db, 'other')).toBe('one');
  expect(reads).toBe(3);
});

it('sees a transaction once it has committed, and reads inside of it', async () => {
  await write(db, 'one');
  await inTransaction(db, async (trx) => {
    await trx.updateTable('server_state').set({ value: 'two' }).execute();
    expect(await find()).toBe('one');
    expect(await find(trx as Database)).toBe('two');
  });
  expect(await find()).toBe('two');
});

it('sees the commits of other processes in the next turn of the event loop', async () => {
  const other = await openDatabase(join(dir, 'test.db'));
  await find();
  await write(other, 'of the other');
  await new Promise(setImmediate);
  expect(await find()).toBe('of the other');
  await other.destroy();
});

it('does not keep what was read while something was written', async () => {
  const value = await whileUnchanged(db, 'state', async () => {
    await write(db, 'meanwhile');
    return 'old';
  });
  expect(value).toBe('old');
  expect(await find()).toBe('meanwhile');
});

it('keeps callers from changing a value that they share', async () => {
  const list = () => whileUnchanged(db, 'list', async () => [1, 2]);
  await list();
  await expect(list().then((shared) => shared.push(3))).rejects.toThrow(TypeError);
  expect(await list()).toEqual([1, 2]);
});
