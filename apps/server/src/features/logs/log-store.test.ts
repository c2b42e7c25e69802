import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Line } from '@millrace/contract/api';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  makeTestDatabase,
  removeTestDatabase,
  wantsPostgres,
} from '../../../testing/test-database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { isPostgres } from '../../db/dialect.ts';
import { maxBlockBytes } from './log-block.ts';
import { LogStore } from './log-store.ts';

let dir: string;
let databaseUrl: string;
let db: Database;
let logs: LogStore;
let stepId = 0;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-logs-'));
  databaseUrl = await makeTestDatabase(dir);
  db = await openDatabase(databaseUrl);
  // There are no steps to the logs.
  if (isPostgres(db)) await sql`alter table log_blocks disable trigger all`.execute(db);
  else await sql`pragma foreign_keys = off`.execute(db);
  logs = new LogStore(db);
});
beforeEach(() => {
  stepId++;
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await db.destroy();
  await removeTestDatabase(databaseUrl);
  await rm(dir, { recursive: true, force: true });
});

const lines = (from: number, to: number, text = 'line'): Line[] =>
  Array.from({ length: to - from }, (_, index) => ({
    pos: from + index,
    out: `${text} ${from + index}\n`,
    time: 1,
  }));
const numbers = (from: number, to: number) => lines(from, to).map((line) => line.pos);
const parse = (text: Buffer): Line[] =>
  text
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((json) => JSON.parse(json))
    // Without the line numbers, which depend on the entries before.
    .map(({ pos, out, time }) => ({ pos, out, time }));

async function read(from = 0, to = Number.POSITIVE_INFINITY): Promise<Line[]> {
  const found: Line[] = [];
  for await (const part of logs.read(stepId, from, to)) found.push(...parse(await part.readText()));
  return found;
}
const blocks = () =>
  db
    .selectFrom('log_blocks')
    .select(['first_pos', 'last_pos', 'bytes'])
    .where('step_id', '=', stepId)
    .orderBy('last_pos')
    .execute();

/** Lets something else happen just before the next transaction. */
function beforeNextChange(happens: () => Promise<void>): void {
  const late: Pick<ReturnType<Database['transaction']>, 'execute'> = {
    async execute(work) {
      await happens();
      return db.transaction().execute(work);
    },
  };
  vi.spyOn(db, 'transaction').mockImplementationOnce(() => late as never);
}

describe('a log', () => {
  it('stores every character', async () => {
    const texts = ['größe\n', '水車 🚰\r\n', '"\\{\u0000\u001b[1m', '', '\ud800\n', ','];
    const all = texts.map((out, pos) => ({ pos, out, time: pos }));
    for (const line of all) await logs.append(stepId, [line]);
    expect(await read()).toEqual(all);
  });

  it('stores repeated lines once', async () => {
    const append = async (...batch: Line[]) => {
      const added = await logs.append(stepId, batch);
      for (const { pos, json } of added) expect(JSON.parse(json).pos).toBe(pos);
      return added.map(({ pos }) => pos);
    };
    expect(await append(...lines(0, 4))).toEqual([0, 1, 2, 3]);
    expect(await append(...lines(0, 4))).toEqual([]);
    expect(await append()).toEqual([]);
    expect(await append(...lines(2, 6), ...lines(5, 6))).toEqual([4, 5]);
    expect((await read()).map((line) => line.pos)).toEqual(numbers(0, 6));
  });

  it('stores concurrent batches one after another', async () => {
    const batches = numbers(0, 40).map((at) => lines(at * 10, at * 10 + 10));
    await Promise.all(batches.map((batch) => logs.append(stepId, batch)));
    const positions = (await read()).map(({ pos }) => pos);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
    expect(positions.at(-1)).toBe(399);
  });

  it('returns its end', async () => {
    expect(await logs.findEnd(stepId)).toBe(0);
    await logs.append(stepId, lines(0, 7));
    expect(await logs.findEnd(stepId)).toBe(7);
  });

  it('is replaced completely, whatever position its first line has', async () => {
    await logs.append(stepId, lines(0, 500));
    await logs.replace(stepId, lines(300, 800, 'new'));
    expect(await read()).toEqual(lines(300, 800, 'new'));
    await logs.append(stepId, lines(790, 810));
    expect(await logs.findEnd(stepId)).toBe(810);
    await logs.replace(stepId, []);
    expect(await read()).toEqual([]);
  });

  it.each([
    ['as long', lines(0, 10, 'news')],
    ['longer', lines(0, 10, 'longer')],
    ['of other lines', lines(5, 10, 'lines')],
  ])('keeps the replaced log while lines are added: %s', async (_, newLines) => {
    await logs.append(stepId, lines(0, 10));
    beforeNextChange(() => logs.replace(stepId, newLines));
    await logs.append(stepId, lines(10, 20));
    expect(await read()).toEqual([...newLines, ...lines(10, 20)]);
  });

  it('is deleted', async () => {
    await logs.append(stepId, lines(0, 5));
    await logs.delete(stepId, db);
    expect(await read()).toEqual([]);
  });
});

describe('a range', () => {
  it.each([
    [0, 10],
    [250, 750],
    [999, 1000],
    [999, 5000],
    [1000, 1001],
    [500, 500],
    [600, 400],
  ])('from %i to %i contains exactly its lines', async (from, to) => {
    for (let at = 0; at < 1000; at += 100) await logs.append(stepId, lines(at, at + 100));
    const expected = numbers(0, 1000).filter((pos) => pos >= from && pos < to);
    expect((await read(from, to)).map((line) => line.pos)).toEqual(expected);
  });

  it('skips lines that were never stored', async () => {
    await logs.append(stepId, lines(10, 12));
    await logs.append(stepId, lines(20, 22));
    expect((await read(0, 21)).map((line) => line.pos)).toEqual([10, 11, 20]);
    expect(await read(13, 19)).toEqual([]);
  });
});

describe('blocks', () => {
  it('are few and large if a log arrives in many small batches', async () => {
    for (let pos = 0; pos < 500; pos++)
      await logs.append(stepId, lines(pos, pos + 1, 'x'.repeat(1200)));
    expect((await read()).map((line) => line.pos)).toEqual(numbers(0, 500));
    const stored = await blocks();
    const total = stored.reduce((sum, block) => sum + block.bytes, 0);
    expect(total).toBeGreaterThan(2 * maxBlockBytes);
    expect(stored.length).toBeLessThan(20);
  });

  it('are split for a large batch, and contain a longer line alone', async () => {
    const long = 'y'.repeat(3 * maxBlockBytes);
    const all = [...lines(0, 9000), { pos: 9000, out: long, time: 2 }, ...lines(9001, 9002)];
    await logs.append(stepId, all);
    expect(await read()).toEqual(all);
    const sizes = (await blocks()).map((block) => block.bytes);
    expect(sizes.filter((bytes) => bytes > maxBlockBytes)).toHaveLength(1);
  });

  it('are merged during a read without losing or repeating a line', async () => {
    const batch = fc.integer({ min: 1, max: 60 });
    const action = fc.oneof(
      fc.record({ kind: fc.constant('append' as const), count: batch, width: fc.nat(2000) }),
      fc.record({ kind: fc.constant('read' as const), reader: fc.nat(2) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 80 }), async (actions) => {
        stepId++;
        let end = 0;
        const readers: number[][] = [[], [], []];
        const step = async (seen: number[]) => {
          const newLines = await logs.readBlockAfter(stepId, seen.at(-1) ?? -1);
          seen.push(...newLines.map((line) => line.pos));
          return newLines.length > 0;
        };
        for (const each of actions) {
          if (each.kind === 'read') await step(readers[each.reader] ?? []);
          else {
            await logs.append(stepId, lines(end, end + each.count, 'x'.repeat(each.width)));
            end += each.count;
          }
        }
        for (const seen of readers) {
          while (await step(seen));
          expect(seen).toEqual(numbers(0, end));
        }
      }),
      { seed: 7, numRuns: wantsPostgres ? 15 : 60 },
    );
  });

  it('may be merged while a range is read', async () => {
    const widths = [40_000, 10_000, 2500, 600, 150];
    for (const [pos, width] of widths.entries()) {
      await logs.append(stepId, lines(pos, pos + 1, 'x'.repeat(width)));
    }
    expect(await blocks()).toHaveLength(5);
    const found: number[] = [];
    for await (const part of logs.read(stepId, 0, 60)) {
      found.push(...parse(await part.readText()).map((line) => line.pos));
      if (found.length === 1) await logs.append(stepId, lines(5, 60, 'x'.repeat(3500)));
    }
    expect(await blocks()).toHaveLength(1);
    expect(found).toEqual(numbers(0, 60));
  });
});
