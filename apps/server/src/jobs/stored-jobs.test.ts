import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, RetryLaterError } from '@millrace/contract/api-errors';
import { systemClock } from '@millrace/node-kit/clock';
import { createLogger } from '@millrace/node-kit/logger';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { makeTestDatabase, removeTestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { isPostgres } from '../db/dialect.ts';
import { Bus } from '../shared/bus.ts';
import { Measurements } from '../shared/measurements.ts';
import { countJobs, deleteFailedJobs } from './failed-jobs.ts';
import type { JobKind } from './job.ts';
import { StoredJobs } from './stored-jobs.ts';

let dir: string;
let place: string;
let db: Database;
let now: number;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-jobs-'));
  place = await makeTestDatabase(dir);
  db = await openDatabase(place);
  now = 1_800_000_000;
});
afterEach(async () => {
  await db.destroy();
  await removeTestDatabase(place);
  await rm(dir, { recursive: true, force: true });
});

/** Jobs that run with these results, one after the other; the last one is repeated. */
function createJobs(results: (Error | null)[], kind: Partial<JobKind<{ text: string }>> = {}) {
  const done: string[] = [];
  const failed: string[] = [];
  const measurements = new Measurements();
  const deps = { db, bus: new Bus(), measurements, logger: createLogger('silent') };
  const clock = { ...systemClock, nowSec: () => now };
  const jobs = new StoredJobs<{ text: string }>(
    { ...deps, clock },
    {
      name: 'test',
      payload: z.object({ text: z.string() }),
      giveUpSec: 3600,
      run: async ({ payload }) => {
        const result = results.length > 1 ? results.shift() : results[0];
        if (result) throw result;
        done.push(payload.text);
      },
      onFailed: async ({ key }) => void failed.push(key),
      ...kind,
    },
  );
  return { jobs, done, failed };
}

const job = (key: string, place = 1) => ({ key, place, payload: { text: `text of ${key}` } });
const readJob = () => db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
const away = new RetryLaterError(503, 'The forge is away', 1);

it('runs a job once and deletes it', async () => {
  const { jobs, done } = createJobs([null]);
  await jobs.add(job('one'));
  await jobs.runOnce();
  await jobs.runOnce();
  expect(done).toEqual(['text of one']);
  expect(await countJobs(db)).toEqual([]);
});

it('repeats a job whose work was ended by a stop', async () => {
  const began = Promise.withResolvers<void>();
  const { jobs, done, failed } = createJobs([null], {
    run: async ({ payload }, { stopped }) => {
      if (done.length > 0) return void done.push(payload.text);
      began.resolve();
      await once(stopped, 'abort');
      done.push('stopped');
      throw new AppError(400, 'There is no branch main');
    },
  });
  await jobs.add(job('one'));
  jobs.run();
  await began.promise;
  await jobs.stop();
  expect(await readJob()).toMatchObject({ key: 'one', error: null, tries: 0 });
  jobs.run();
  await expect.poll(() => done).toEqual(['stopped', 'text of one']);
  await jobs.stop();
  expect(failed).toEqual([]);
});

it('retries a job with backoff', async () => {
  const { jobs, done } = createJobs([away, away, away, null]);
  await jobs.add(job('one'));
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 3; attempt++) {
    await jobs.runOnce();
    const { due } = await readJob();
    pauses.push(due - now);
    now = due - 1;
    await jobs.runOnce();
    expect(done).toEqual([]);
    now = due;
  }
  await jobs.runOnce();
  expect(pauses).toEqual([5, 10, 20]);
  expect(done).toEqual(['text of one']);
});

describe('a failed job', () => {
  it.each([
    ['after an error that a retry cannot fix', new AppError(400, 'Refused'), 0],
    ['when it was retried for too long', away, 3600],
  ])('is stored %s, and runs when it is added again', async (_, error, ageSec) => {
    const { jobs, done, failed } = createJobs([error, null]);
    await jobs.add(job('one'));
    now += ageSec;
    await jobs.runOnce();
    expect(await readJob()).toMatchObject({ error: `AppError: ${error.message}`, due: now });
    expect(await countJobs(db)).toEqual([{ kind: 'test', state: 'failed', count: 1 }]);
    expect(failed).toEqual(['one']);
    await jobs.runOnce();
    expect(done).toEqual([]);
    await jobs.add(job('one'));
    expect(await countJobs(db)).toEqual([{ kind: 'test', state: 'open', count: 1 }]);
    await jobs.runOnce();
    expect(done).toEqual(['text of one']);
  });

  it('includes a job whose payload from another version is unknown here', async () => {
    const { jobs, done } = createJobs([null]);
    await jobs.add(job('one'));
    await db.updateTable('jobs').set({ payload: '{"words":[]}' }).execute();
    await jobs.add(job('two', 2));
    await jobs.runOnce();
    expect(done).toEqual(['text of two']);
    expect((await readJob()).error).toContain('text');
  });

  it('is deleted after two weeks, and if there are a thousand newer ones', async () => {
    const failure = { place: 1, payload: '{}', since: now, due: now, tries: 1, error: 'Failed' };
    const rows = Array.from({ length: 1001 }, (_, at) => ({ ...failure, key: `${at}` }));
    const add = (some: typeof rows) =>
      db
        .insertInto('jobs')
        .values(some.map((row) => ({ ...row, kind: 'test' })))
        .execute();
    await add(rows.slice(0, 500));
    await add(rows.slice(500));
    await deleteFailedJobs(db, now);
    expect(await countJobs(db)).toEqual([{ kind: 'test', state: 'failed', count: 1000 }]);
    await deleteFailedJobs(db, now + 14 * 24 * 3600 + 1);
    expect(await countJobs(db)).toEqual([]);
  });
});

it('reruns a job that is added again while it runs', async () => {
  const texts: string[] = [];
  const { jobs } = createJobs([null], {
    run: async ({ payload }) => {
      if (texts.length === 0) await jobs.add({ key: 'one', place: 1, payload: { text: 'newer' } });
      texts.push(payload.text);
    },
  });
  await jobs.add(job('one'));
  await jobs.runOnce();
  await jobs.runOnce();
  expect(texts).toEqual(['text of one', 'newer']);
});

describe('a job that waits', () => {
  it('does not block other jobs of its place', async () => {
    const { jobs, done } = createJobs([away, null]);
    await jobs.add(job('one'));
    await jobs.add(job('two'));
    await jobs.runOnce();
    await jobs.runOnce();
    expect(done).toEqual(['text of two']);
  });

  it('blocks them in a kind with an order', async () => {
    const pickNext: JobKind<{ text: string }>['pickNext'] = () => undefined;
    const { jobs, done } = createJobs([away, null], { pickNext });
    await jobs.add(job('one'));
    await jobs.add(job('two'));
    await jobs.add(job('other', 2));
    for (let check = 0; check < 3; check++) await jobs.runOnce();
    expect(done).toEqual(['text of other']);
    now += 5;
    for (let check = 0; check < 3; check++) await jobs.runOnce();
    expect(done.slice(1)).toEqual(['text of one', 'text of two']);
  });
});

it('does not delay a place because of the many jobs of another one', async () => {
  const { jobs, done } = createJobs([null]);
  for (let at = 0; at < 101; at++) await jobs.add(job(`busy ${at}`));
  await jobs.add(job('other', 2));
  await jobs.runOnce();
  expect(done.sort()).toEqual(['text of busy 0', 'text of other']);
});

describe('a hundred thousand jobs that have nothing to do', () => {
  const count = 100_000;
  const fill = async (place: string) => {
    const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`;
    const columns = sql`kind, key, place, payload, since, due, tries`;
    const row = sql`select 'test', 'job ' || i, ${sql.raw(place)}, '{"text":""}', ${sql.lit(now)}, ${sql.lit(now)}, 0 from n`;
    await sql`insert into jobs (${columns}) ${numbers} ${row}`.execute(db);
    // Postgres does so by itself within a minute. Until then it reads all jobs to find those of one place.
    if (isPostgres(db)) await sql`analyze jobs`.execute(db);
  };

  it.each([
    ['of one place', '1', {}],
    ['of one place with an order', '1', { pickNext: ([first]) => first }],
    ['of many places', 'i % 10000', {}],
  ] satisfies [string, string, Partial<JobKind<{ text: string }>>][])(
    'leave room for other work between them, if they are %s',
    async (_, place, kind) => {
      await fill(place);
      const { jobs, done } = createJobs([null], kind);
      jobs.run();
      // The poll runs between jobs, unless none of them leaves room for it.
      await expect.poll(() => done.length).toBeGreaterThan(0);
      expect(done.length).toBeLessThan(count);
      await jobs.stop();
    },
  );
});
