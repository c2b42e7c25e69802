import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestDatabase, removeTestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { reencryptColumn } from './reencrypt.ts';

let dir: string;
let url: string;
let db: Database;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-reencrypt-'));
  url = await makeTestDatabase(dir);
  db = await openDatabase(url);
});
afterAll(async () => {
  await db.destroy();
  await removeTestDatabase(url);
  await rm(dir, { recursive: true, force: true });
});

const change = (encrypted: string) => `new ${encrypted}`;

it('changes a column of every row, except empty values', async () => {
  const values = { first: 'a', second: 'b', empty: '' };
  for (const [name, encrypted] of Object.entries(values)) {
    await db.insertInto('sealed_values').values({ name, sealed: encrypted }).execute();
  }
  expect(await reencryptColumn('sealed_values', 'sealed', ['name'])(db, change)).toBe(3);
  const rows = await db.selectFrom('sealed_values').selectAll().orderBy('name').execute();
  expect(rows).toEqual([
    { name: 'empty', sealed: '' },
    { name: 'first', sealed: 'new a' },
    { name: 'second', sealed: 'new b' },
  ]);
});

it('identifies a row by several columns, also by numbers', async () => {
  const times = { since: 1, due: 1, tries: 0 };
  for (const [place, payload] of ['a', 'b'].entries()) {
    await db
      .insertInto('jobs')
      .values({ kind: 'test', key: String(place), place, payload, ...times })
      .execute();
  }
  expect(await reencryptColumn('jobs', 'payload', ['kind', 'place'])(db, change)).toBe(2);
  const rows = await db.selectFrom('jobs').select(['place', 'payload']).orderBy('place').execute();
  expect(rows).toEqual([
    { place: 0, payload: 'new a' },
    { place: 1, payload: 'new b' },
  ]);
});
