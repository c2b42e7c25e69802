import { expect, it } from 'vitest';
import { CoalescedJobs } from './coalesced-jobs.ts';

function createJobs(job: (key: number) => Promise<void> = async () => {}) {
  const ran: number[] = [];
  const errors: unknown[] = [];
  const intervals: (() => void)[] = [];
  const jobs = new CoalescedJobs({
    intervalMs: 1000,
    job: async (key) => {
      ran.push(key);
      await job(key);
    },
    onError: (error) => errors.push(error),
    clock: {
      wait: (_, signal) =>
        new Promise((end) => {
          intervals.push(end);
          if (signal?.aborted) end();
          signal?.addEventListener('abort', () => end());
        }),
    },
  });
  return { jobs, ran, errors, intervals };
}

it('runs the first request at once, and all others of the interval together at its end', async () => {
  const { jobs, ran, intervals } = createJobs();
  for (let count = 0; count < 100; count++) await jobs.request(1);
  await jobs.request(2);
  expect(ran).toEqual([1, 2]);
  intervals[0]?.();
  await jobs.stop();
  expect(ran).toEqual([1, 2, 1]);
});

it('starts a new interval after one without requests', async () => {
  const { jobs, ran, intervals } = createJobs();
  await jobs.request(1);
  await expect.poll(() => intervals.length).toBe(1);
  intervals[0]?.();
  await new Promise(setImmediate);
  await jobs.request(1);
  expect(ran).toEqual([1, 1]);
  await jobs.stop();
});

it('rejects the request whose job fails, and reports a later failure', async () => {
  let fails = true;
  const { jobs, errors } = createJobs(async () => {
    if (fails) throw new Error('gone');
  });
  await expect(jobs.request(1)).rejects.toThrow('gone');
  fails = false;
  await jobs.request(1);
  await jobs.request(1);
  fails = true;
  await jobs.stop();
  expect(errors).toEqual([new Error('gone')]);
});
