import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../database.ts';

async function open(): Promise<Database> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-driver-'));
  const db = await openDatabase(join(dir, 'millrace.db'));
  onTestFinished(async () => {
    await db.destroy();
    await rm(dir, { recursive: true, force: true });
  });
  return db;
}

const update = sql`update server_state set value = value`;

it('leaves room for other work between the writes of many calls', async () => {
  const db = await open();
  let isStopped = false;
  let statements = 0;
  const calls = Array.from({ length: 50 }, async () => {
    while (!isStopped) {
      await update.execute(db);
      statements += 1;
    }
  });
  // The poll runs between writes, unless they never leave the queue of microtasks.
  await expect.poll(() => statements).toBeGreaterThan(0);
  isStopped = true;
  await Promise.all(calls);
});

it('leaves room between transactions that have waited for each other', async () => {
  const db = await open();
  let turn = 0;
  const count = setInterval(() => {
    turn += 1;
  });
  onTestFinished(() => clearInterval(count));
  const turns = Array.from({ length: 2000 }, async () => {
    await db.transaction().execute((trx) => update.execute(trx));
    return turn;
  });
  expect(new Set(await Promise.all(turns)).size).toBeGreaterThan(2);
});
