import { expect, it } from 'vitest';
import { WorkerPool } from './worker-pool.ts';

/** A thread that needs some time to start, and answers at once. */
const startingMs = 1000;
const script = new URL(`data:text/javascript,
  import { parentPort } from 'node:worker_threads';
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${startingMs});
  parentPort.on('message', (request) => parentPort.postMessage(request));
  parentPort.postMessage('ready');
`);

it('counts the time of a request from when its thread is there', async () => {
  const limits = { timeoutMs: startingMs / 2, memoryMb: 64 };
  const pool = new WorkerPool<string, string>(script, { idleMs: 1000, limits });
  expect(await pool.run('first')).toBe('first');
  expect(await Promise.all(['second', 'third'].map((each) => pool.run(each)))).toEqual([
    'second',
    'third',
  ]);
});

it('fails where its thread cannot start', async () => {
  const broken = new URL('data:text/javascript,throw new Error("no start")');
  const pool = new WorkerPool<string, string>(broken, { idleMs: 1000 });
  await expect(pool.run('first')).rejects.toThrow('no start');
});
