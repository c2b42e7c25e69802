import { expect, it } from 'vitest';
import { WorkerPool } from './worker-pool.ts';

/** Start time of the thread, which answers requests at once. */
const startingMs = 1000;
const script = new URL(`data:text/javascript,
  import { parentPort } from 'node:worker_threads';
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${startingMs});
  parentPort.on('message', (request) => parentPort.postMessage(request));
  parentPort.postMessage('ready');
`);

it('starts the time limit of a request when its thread is ready', async () => {
  const limits = { timeoutMs: startingMs / 2, memoryMb: 64 };
  const pool = new WorkerPool<string, string>(script, { idleMs: 1000, limits });
  expect(await pool.run('first')).toBe('first');
  expect(await Promise.all(['second', 'third'].map((each) => pool.run(each)))).toEqual([
    'second',
    'third',
  ]);
});

it('fails if its thread cannot start', async () => {
  const broken = new URL('data:text/javascript,throw new Error("no start")');
  const pool = new WorkerPool<string, string>(broken, { idleMs: 1000 });
  await expect(pool.run('first')).rejects.toThrow('no start');
});
