import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '@millrace/node-kit/clock';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { compactFile } from '../../db/compact-file.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { releaseSpace } from './release-space.ts';

const notStopped = new AbortController().signal;

/** Opens a file from which 8 MB were deleted. */
async function openEmptied({ isPlain }: { isPlain: boolean }): Promise<Database> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-space-'));
  const file = join(dir, 'millrace.db');
  if (isPlain) {
    // As if another program created the file: without `auto_vacuum`.
    using plain = new DatabaseSync(file);
    plain.exec('create table first (id integer)');
    plain.exec('drop table first');
  }
  const db = await openDatabase(file);
  onTestFinished(async () => {
    await db.destroy();
    await rm(dir, { recursive: true, force: true });
  });
  await sql`create table large (content blob)`.execute(db);
  await sql`insert into large values (randomblob(8000000))`.execute(db);
  await sql`delete from large`.execute(db);
  return db;
}

async function countPages(db: Database): Promise<number> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  return rows[0]?.page_count ?? 0;
}

it('returns free pages to the file system in small steps', async () => {
  const db = await openEmptied({ isPlain: false });
  const before = await countPages(db);
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  await releaseSpace(db, { wait }, notStopped);
  expect(await countPages(db)).toBeLessThan(before / 4);
  expect(waits.length).toBeGreaterThan(10);
});

it('stops at once', async () => {
  const db = await openEmptied({ isPlain: false });
  const before = await countPages(db);
  await releaseSpace(db, systemClock, AbortSignal.abort());
  expect(await countPages(db)).toBe(before);
});

it('leaves a file without `auto_vacuum` as it is until it is compacted', async () => {
  const db = await openEmptied({ isPlain: true });
  const before = await countPages(db);
  await releaseSpace(db, systemClock, notStopped);
  expect(await countPages(db)).toBe(before);
  await compactFile(db);
  expect(await countPages(db)).toBeLessThan(before / 4);
  const { rows } = await sql`pragma auto_vacuum`.execute(db);
  expect(rows).toEqual([{ auto_vacuum: 2 }]);
});
