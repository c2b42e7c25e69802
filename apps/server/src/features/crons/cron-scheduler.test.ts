import { once } from 'node:events';
import { DatabaseBusyError, RetryLaterError } from '@millrace/contract/api-errors';
import { systemClock } from '@millrace/node-kit/clock';
import { createLogger } from '@millrace/node-kit/logger';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildsOf } from '../../../testing/builds-of.ts';
import { cronsOf } from '../../../testing/crons-of.ts';
import { lockDatabase } from '../../../testing/database-lock.ts';
import { wantsPostgres } from '../../../testing/test-database.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { openDatabase } from '../../db/database.ts';
import type { Cron } from '../../domain/cron.ts';
import { Bus } from '../../shared/bus.ts';
import { CronScheduler } from './cron-scheduler.ts';
import { CronStore } from './cron-store.ts';

const at = (text: string) => Date.parse(text) / 1000;
const morning = at('2026-01-01T10:20:30Z');
const eleven = at('2026-01-01T11:00:00Z');
const hour = 3600;

let server: TestServer;
let repoId: number;
let now: number;
const clock = { ...systemClock, nowSec: () => now, wait: async () => {} };
const realWaits = { ...clock, wait: systemClock.wait };
beforeEach(async () => {
  now = morning;
  server = await startTestServer();
  await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada')).id;
});
afterEach(() => server.stop());

function createScheduler(parts: Partial<ConstructorParameters<typeof CronScheduler>[0]> = {}) {
  const start = vi.fn<ConstructorParameters<typeof CronScheduler>[0]['start']>((cron, finish) =>
    cronsOf(server).cronService.startRun(cron, finish),
  );
  const scheduler = new CronScheduler({
    db: server.core.db,
    crons: cronsOf(server).crons,
    clock,
    bus: server.core.bus,
    measurements: server.core.measurements,
    logger: createLogger('silent'),
    start,
    announceFailed: (run) => cronsOf(server).cronService.announceFailed(run),
    ...parts,
  }).runs;
  return { scheduler, start };
}

async function addCron(name: string, changes: Partial<Cron> = {}): Promise<Cron> {
  const row = await cronsOf(server).crons.insert({
    repoId,
    name,
    expr: '@hourly',
    timeZone: '',
    error: '',
    next: eleven,
    prev: 0,
    branch: 'main',
    target: '',
    reader: '',
    disabled: false,
    created: now,
    updated: now,
    version: 1,
    ...changes,
  });
  if (!row) throw new Error(`There is a job ${name} already`);
  return row;
}

const timesOf = async (name: string) => {
  const row = await cronsOf(server).crons.find(repoId, name);
  return [row?.prev, row?.next];
};
const listRuns = () =>
  server.core.db.selectFrom('jobs').select('key').where('error', 'is', null).execute();
const listBuilds = async () =>
  (await buildsOf(server).readModel.list(repoId, { limit: 50, offset: 0 }))
    .read()
    .map(({ event, cron, trigger, sender }) => ({ event, cron, trigger, sender }));

describe('a job', () => {
  it('starts its build when it is due, once', async () => {
    await addCron('hourly');
    const { scheduler, start } = createScheduler();
    for (const time of [morning, eleven - 1, eleven, eleven, eleven + 1, eleven + hour - 1]) {
      now = time;
      await scheduler.runOnce();
    }
    await scheduler.stop();
    expect(start).toHaveBeenCalledTimes(1);
    expect(await timesOf('hourly')).toEqual([eleven, eleven + hour]);
    expect((await listBuilds())[0]).toEqual({
      event: 'cron',
      cron: 'hourly',
      trigger: '@cron',
      sender: '@cron',
    });
  });

  it('is started again at its next time', async () => {
    await addCron('hourly');
    const { scheduler, start } = createScheduler();
    for (now = eleven; now <= eleven + 2 * hour; now += hour) await scheduler.runOnce();
    await expect.poll(() => start.mock.calls).toHaveLength(3);
    await scheduler.stop();
    expect(start.mock.calls.map(([cron]) => cron.due)).toEqual([
      eleven,
      eleven + hour,
      eleven + 2 * hour,
    ]);
  });

  it('is not started while it or its repository is disabled', async () => {
    await addCron('off', { disabled: true });
    const { scheduler, start } = createScheduler();
    now = eleven;
    await scheduler.runOnce();
    expect(start).not.toHaveBeenCalled();
    await addCron('hourly');
    await server.core.repos.update(repoId, { active: false });
    await scheduler.runOnce();
    await scheduler.stop();
    expect(await listBuilds()).toHaveLength(1);
  });

  it('does not delay others if it cannot start', async () => {
    await addCron('broken', { branch: 'gone' });
    await addCron('good');
    const { scheduler } = createScheduler();
    now = eleven;
    await scheduler.runOnce();
    await scheduler.runOnce();
    await scheduler.stop();
    expect((await listBuilds()).map((build) => build.cron)).toEqual(['good', undefined]);
    expect(await timesOf('broken')).toEqual([eleven, eleven + hour]);
  });
});

describe('missed runs', () => {
  it('are skipped', async () => {
    await addCron('hourly');
    const { scheduler, start } = createScheduler();
    now = eleven + 50 * hour + 61;
    await scheduler.runOnce();
    await scheduler.stop();
    expect(start).not.toHaveBeenCalled();
    expect(await timesOf('hourly')).toEqual([0, eleven + 51 * hour]);
  });

  it('start if they are less than a minute late, once for several', async () => {
    await addCron('often', { expr: '*/10 * * * * *' });
    const { scheduler, start } = createScheduler();
    now = eleven + 59;
    await scheduler.runOnce();
    await scheduler.runOnce();
    await scheduler.stop();
    expect(start).toHaveBeenCalledTimes(1);
    expect(await timesOf('often')).toEqual([eleven, eleven + 60]);
  });
});

describe('an imported schedule of each second', () => {
  it('runs once a minute', async () => {
    await addCron('often', { expr: '@every 1s' });
    const { scheduler, start } = createScheduler();
    for (now = eleven; now < eleven + 180; now++) await scheduler.runOnce();
    await scheduler.stop();
    expect(start.mock.calls.map(([cron]) => cron.due - eleven)).toEqual([0, 60, 120]);
  });
});

describe('a run that is due', () => {
  it('replaces one that still waits', async () => {
    await addCron('often', { expr: '@every 1m', branch: 'gone' });
    const { scheduler, start } = createScheduler();
    start.mockRejectedValue(new RetryLaterError(503, 'The forge is away', 1));
    for (now = eleven; now <= eleven + 600; now += 60) await scheduler.runOnce();
    expect(await listRuns()).toHaveLength(1);
    await scheduler.stop();
  });

  it('does not replace one whose build is being started', async () => {
    await addCron('often', { expr: '@every 1m' });
    const { scheduler, start } = createScheduler();
    const started = Promise.withResolvers<void>();
    const forge = Promise.withResolvers<void>();
    start.mockImplementationOnce(async (cron, finish) => {
      started.resolve();
      await forge.promise;
      return cronsOf(server).cronService.startRun(cron, finish);
    });
    now = eleven;
    const first = scheduler.runOnce();
    await started.promise;
    const later: Promise<void>[] = [];
    for (now = eleven + 60; now <= eleven + 180; now += 60) {
      later.push(scheduler.runOnce());
      await expect.poll(() => timesOf('often')).toEqual([now, now + 60]);
    }
    now = eleven + 180;
    expect(await listRuns()).toHaveLength(2);
    forge.resolve();
    await Promise.all([first, ...later]);
    await scheduler.runOnce();
    await scheduler.stop();
    expect(start.mock.calls.map(([cron]) => cron.due - eleven)).toEqual([0, 180]);
    expect((await listBuilds()).filter(({ cron }) => cron)).toHaveLength(2);
    expect(await listRuns()).toEqual([]);
  });

  it('replaces those that crashes have left', async () => {
    const { id: cronId } = await addCron('often', { prev: eleven, next: eleven + 60 });
    const runs = Array.from({ length: 50 }, (_, at) => ({ cronId, due: eleven - 49 + at }));
    await server.core.db
      .insertInto('jobs')
      .values(
        runs.map((run) => ({
          kind: 'cron-run',
          key: `${cronId} ${run.due}`,
          place: repoId,
          payload: JSON.stringify(run),
          since: run.due,
          due: run.due,
          tries: 0,
        })),
      )
      .execute();
    const { scheduler, start } = createScheduler({ clock: realWaits });
    now = eleven;
    scheduler.run();
    await expect.poll(listRuns).toEqual([]);
    await scheduler.stop();
    expect(start.mock.calls.map(([cron]) => cron.due)).toEqual([eleven]);
  });
});

describe('a clock change', () => {
  it('from the future leaves no job waiting for a future time', async () => {
    await addCron('hourly', { prev: at('2030-05-01T00:00:00Z'), next: at('2030-05-01T01:00:00Z') });
    await createScheduler().scheduler.runOnce();
    expect(await timesOf('hourly')).toEqual([0, eleven]);
  });

  it('back by a little repeats no run', async () => {
    await addCron('hourly');
    const { scheduler, start } = createScheduler();
    for (const time of [eleven + 5, eleven - 20, eleven, eleven + 10]) {
      now = time;
      await scheduler.runOnce();
    }
    await scheduler.stop();
    expect(start).toHaveBeenCalledTimes(1);
    expect(await timesOf('hourly')).toEqual([eleven, eleven + hour]);
  });

  it('back by days, while the server runs, is followed', async () => {
    await addCron('hourly');
    const { scheduler } = createScheduler();
    await scheduler.runOnce();
    now = morning - 100 * hour;
    await scheduler.runOnce();
    expect(await timesOf('hourly')).toEqual([0, eleven - 100 * hour]);
  });

  it('does not change the time of a running interval', async () => {
    await addCron('every', { expr: '@every 2h', next: eleven });
    await createScheduler().scheduler.runOnce();
    expect(await timesOf('every')).toEqual([0, eleven]);
  });
});

it('starts a run once if two servers share the database', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await addCron(name);
  const second = await openDatabase(server.database);
  const schedulers = [server.core.db, second].map(
    (db) =>
      createScheduler({ db, crons: new CronStore(db), bus: new Bus(), clock: realWaits }).scheduler,
  );
  now = eleven;
  for (const scheduler of schedulers) scheduler.run();
  const countBuilds = async () => (await listBuilds()).filter(({ cron }) => cron).length;
  await expect.poll(countBuilds, { timeout: 30_000 }).toBe(4);
  await expect.poll(listRuns).toEqual([]);
  await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
  await second.destroy();
  const crons = (await listBuilds()).map(({ cron }) => cron).filter(Boolean);
  expect(crons.sort()).toEqual(['a', 'b', 'c', 'd']);
});

it('waits until a job is due, for at most half a minute, and wakes when jobs change', async () => {
  const waits: { ms: number; end: () => void }[] = [];
  const asked = Promise.withResolvers<void>();
  let onWait = asked.resolve;
  const wait = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      waits.push({ ms, end: resolve });
      signal?.addEventListener('abort', () => resolve());
      if (signal?.aborted) resolve();
      onWait();
    });
  const nextWait = () => new Promise<void>((resolve) => (onWait = resolve));
  const { scheduler, start } = createScheduler({ clock: { ...clock, wait } });
  scheduler.run();
  await asked.promise;
  expect(waits.at(-1)?.ms).toBe(30_000);

  await addCron('hourly');
  now = eleven - 7;
  let waiting = nextWait();
  server.core.bus.publish('cronsChanged', {});
  await waiting;
  expect(waits.at(-1)?.ms).toBe(7000);

  now = eleven;
  waiting = nextWait();
  waits.at(-1)?.end();
  await waiting;
  // Runs start beside the loop that waits.
  await expect.poll(() => start.mock.calls).toHaveLength(1);
  await scheduler.stop();
  expect(server.core.bus.countSubscribers('cronsChanged')).toBe(0);
});

describe('many jobs of one second', () => {
  it('are started by the next server if this one stops first', async () => {
    for (let job = 0; job < 20; job++) await addCron(`job-${job}`);
    now = eleven;
    const { scheduler: first, start } = createScheduler({ clock: realWaits });
    first.run();
    await expect.poll(() => start.mock.calls.length).toBeGreaterThan(0);
    await first.stop();
    const remaining = await listRuns();
    expect(remaining.length).toBeGreaterThan(0);
    // However late it comes: they were seen in time.
    now = eleven + 30 * 60;
    const { scheduler: second } = createScheduler({ clock: realWaits });
    second.run();
    await expect.poll(listRuns, { timeout: 30_000 }).toEqual([]);
    await second.stop();
    const crons = (await listBuilds()).map(({ cron }) => cron).filter(Boolean);
    expect(crons).toHaveLength(20);
    expect(new Set(crons).size).toBe(20);
  });

  it(
    'wait for a locked database, and are not late because of it',
    skipIf(wantsPostgres && 'only for SQLite'),
    async () => {
      await addCron('hourly');
      const held = await lockDatabase(server.core.dirs.database);
      now = eleven;
      const woken: number[] = [];
      const wait = async (ms: number, signal?: AbortSignal) => {
        woken.push(ms);
        now += 120;
        if (woken.length === 2) await held.release();
        if (woken.length > 2 && signal && !signal.aborted) await once(signal, 'abort');
      };
      const { scheduler } = createScheduler({ clock: { ...clock, wait } });
      scheduler.run();
      await expect.poll(listBuilds, { timeout: 60_000 }).toHaveLength(2);
      await scheduler.stop();
      expect(woken.slice(0, 2)).toEqual([2000, 2000]);
      expect(await listRuns()).toEqual([]);
    },
  );
});

it('does not start a run that was due before its schedule was changed', async () => {
  const seen = await addCron('nightly');
  const { crons } = cronsOf(server);
  // A person has changed the expression since the scheduler read the job.
  expect(await crons.claim(seen, { prev: seen.prev, next: eleven + 7200 })).toBe(true);
  expect(await crons.claim(seen, { prev: eleven, next: eleven + 3600 })).toBe(false);
  expect(await timesOf('nightly')).toEqual([0, eleven + 7200]);
});

it('starts a run after a database outage, even if another server has claimed the next run', async () => {
  await addCron('hourly');
  const { crons, cronService } = cronsOf(server);
  const { scheduler, start } = createScheduler();
  start.mockImplementationOnce(async ({ id }) => {
    await crons.update(id, { prev: eleven + hour, next: eleven + 2 * hour });
    throw new DatabaseBusyError();
  });
  start.mockImplementation((cron, finish) => cronService.startRun(cron, finish));
  now = eleven;
  await scheduler.runOnce();
  await scheduler.stop();
  expect((await listBuilds()).map(({ cron }) => cron)).toEqual(['hourly', undefined]);
  expect(await listRuns()).toEqual([]);
});

it('records why a run started no build, until one does', async () => {
  const cron = await addCron('lost', { branch: 'gone' });
  const { scheduler } = createScheduler();
  now = eleven;
  await scheduler.runOnce();
  const { crons } = cronsOf(server);
  expect((await crons.findById(cron.id))?.error).toBe('There is no branch gone');
  await crons.update(cron.id, { branch: 'main', next: eleven + 1 });
  now = eleven + 1;
  await scheduler.runOnce();
  expect((await crons.findById(cron.id))?.error).toBe('');
});
