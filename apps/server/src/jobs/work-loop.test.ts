import { DatabaseBusyError } from '@millrace/contract/api-errors';
import { systemClock } from '@millrace/node-kit/clock';
import { createLogger } from '@millrace/node-kit/logger';
import { expect, it } from 'vitest';
import { WorkLoop } from './work-loop.ts';

it.each([
  ['soon if the database was unavailable', new DatabaseBusyError(), 2000],
  ['later if a retry would probably fail, too', new Error('wrong'), 30_000],
])('checks again %s', async (_, error, waitMs) => {
  const waited = Promise.withResolvers<number>();
  const loop = new WorkLoop({
    clock: {
      ...systemClock,
      wait: (ms, signal) => {
        waited.resolve(ms);
        return new Promise((end) => signal?.addEventListener('abort', () => end()));
      },
    },
    logger: createLogger('silent'),
    listDue: () => Promise.reject(error),
    findNextDue: async () => undefined,
    placeOf: () => 0,
    work: async () => {},
  });
  loop.run();
  expect(await waited.promise).toBe(waitMs);
  await loop.stop();
});

it('does not run a job again that finishes while due jobs are listed', async () => {
  const finish = Promise.withResolvers<void>();
  const runs: number[] = [];
  const open = new Set([1]);
  const list = async () => [...open];
  let listDue = list;
  const loop = new WorkLoop<number>({
    clock: systemClock,
    logger: createLogger('silent'),
    listDue: () => listDue(),
    findNextDue: async () => undefined,
    placeOf: () => 0,
    work: async (job) => {
      runs.push(job);
      await finish.promise;
      open.delete(job);
    },
  });
  const first = loop.runOnce();
  await expect.poll(() => runs).toEqual([1]);
  listDue = async () => {
    const jobs = await list();
    finish.resolve();
    await first;
    return jobs;
  };
  await loop.runOnce();
  expect(runs).toEqual([1]);
});

it('retries a job that fails less and less often, and others as before', async () => {
  let nowMs = 1_000_000;
  const pauses: number[] = [];
  const runs: string[] = [];
  const isOver = Promise.withResolvers<void>();
  const loop = new WorkLoop<string>({
    clock: {
      ...systemClock,
      nowMs: () => nowMs,
      nowSec: () => Math.floor(nowMs / 1000),
      wait: async (ms, signal) => {
        // Jobs end before the pause does, and wake the loop.
        await new Promise((resolve) => setImmediate(resolve));
        if (signal?.aborted) return;
        pauses.push(ms);
        nowMs += ms;
        if (pauses.length === 7) isOver.resolve();
      },
    },
    logger: createLogger('silent'),
    listDue: async () => (runs.includes('good') ? ['damaged'] : ['damaged', 'good']),
    findNextDue: async () => undefined,
    placeOf: (job) => job.length,
    work: async (job) => {
      runs.push(job);
      if (job === 'damaged') throw new Error('The row cannot be read');
    },
  });
  loop.run();
  await isOver.promise;
  await loop.stop();
  expect(runs.filter((job) => job === 'good')).toEqual(['good']);
  expect(pauses).toEqual([5000, 10_000, 20_000, 30_000, 10_000, 30_000, 30_000]);
  expect(runs.filter((job) => job === 'damaged')).toHaveLength(5);
});
