import { ProcessorBudget } from '@millrace/node-kit/processor-budget';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { endIdleThreads, WorkerLimitError, WorkerPool } from './worker-pool.ts';

const processorMs = 60;
const threadTime = import.meta.resolve('@millrace/node-kit/thread-time');
/** Uses more than the processor time of a request to start. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads';
  import { readProcessorMs, readThreadId } from '${threadTime}';
  const id = readThreadId();
  const compute = (ms) => {
    const endMs = readProcessorMs(id) + ms;
    while (readProcessorMs(id) < endMs);
  };
  parentPort.on('message', (request) => {
    const cell = new Int32Array(new SharedArrayBuffer(4));
    if (request === 'sleep') Atomics.wait(cell, 0, 0, ${processorMs * 2});
    if (request === 'compute') compute(${processorMs / 2});
    if (request === 'loop') for (;;);
    parentPort.postMessage(request);
  });
  compute(${processorMs * 1.5});
  parentPort.postMessage(id);
`)}`,
);

function open(): WorkerPool<string, string> {
  onTestFinished(endIdleThreads);
  return new WorkerPool(script, { idleMs: 60_000, limits: { processorMs, memoryMb: 64 } });
}

const isTimeLimit = expect.objectContaining({ limit: 'time' });

describe('the limit of processor time', () => {
  it('counts neither the start of a thread nor the time in which it does not compute', async () => {
    const pool = open();
    expect(await pool.run('first')).toBe('first');
    expect(await Promise.all(['sleep', 'third'].map((each) => pool.run(each)))).toEqual([
      'sleep',
      'third',
    ]);
  });

  it('ends a thread that computes for longer, and the next request gets a new one', async () => {
    const pool = open();
    await expect(pool.run('loop')).rejects.toThrow(WorkerLimitError);
    expect(await pool.run('next')).toBe('next');
  });

  it('adds the requests that share a budget', async () => {
    const answers: string[] = [];
    const shared = open().useThread(
      async (ask) => {
        for (;;) answers.push(await ask('compute'));
      },
      { budget: new ProcessorBudget(processorMs * 1.25) },
    );
    await expect(shared).rejects.toEqual(isTimeLimit);
    expect(answers.length).toBeGreaterThan(1);
  });

  it('counts no time between requests', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const job = async (ask: (request: string) => Promise<string>) => {
      await ask('first');
      vi.advanceTimersByTime(600_000);
      return ask('second');
    };
    const budget = new ProcessorBudget(processorMs);
    expect(await open().useThread(job, { budget })).toBe('second');
  });
});

it('ends the thread of a client that disconnects', async () => {
  const gone = new AbortController();
  const budget = new ProcessorBudget(600_000);
  const result = open().useThread(
    (ask) => {
      const answered = ask('loop');
      gone.abort();
      return answered;
    },
    { budget, gone: gone.signal },
  );
  await expect(result).rejects.toThrow('aborted');
});

it('fails if its thread cannot start', async () => {
  const broken = new URL('data:text/javascript,throw new Error("no start")');
  const pool = new WorkerPool<string, string>(broken, { idleMs: 1000 });
  await expect(pool.run('first')).rejects.toThrow('no start');
});
