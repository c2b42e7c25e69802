import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ProcessorBudget, wallLimitMs } from './processor-budget.ts';

const maxMs = 60;
/** Sleeps or computes for a time, then answers. A wait of 0 never ends. */
const script = `
import { parentPort } from 'node:worker_threads';
import { readThreadId } from ${JSON.stringify(new URL('./thread-time.ts', import.meta.url).href)};
const cell = new Int32Array(new SharedArrayBuffer(4));
parentPort.on('message', (task) => {
  if (task === 'sleep') Atomics.wait(cell, 0, 0, ${maxMs * 4});
  if (task === 'hang') Atomics.wait(cell, 0, 0);
  if (task === 'loop') for (;;);
  if (task === 'match') /(a+)+$/.test('a'.repeat(60) + '!');
  parentPort.postMessage('done');
});
parentPort.postMessage(readThreadId());
`;

const open: Worker[] = [];
afterAll(() => Promise.all(open.map((worker) => worker.terminate())));

async function startThread(): Promise<{ worker: Worker; id: number }> {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  open.push(worker);
  const [id] = await once(worker, 'message');
  return { worker, id };
}

describe('a budget', () => {
  let thread: Awaited<ReturnType<typeof startThread>>;
  beforeAll(async () => {
    thread = await startThread();
  });

  /** Resolves with the answer of the thread, or that the budget is used up before. */
  async function ask({ worker, id }: typeof thread, task: string, budget: ProcessorBudget) {
    const exhausted = Promise.withResolvers<string>();
    const stop = budget.watch(id, () => exhausted.resolve('exhausted'));
    worker.postMessage(task);
    const answered = once(worker, 'message').then(([answer]) => String(answer));
    return await Promise.race([answered, exhausted.promise]).finally(stop);
  }

  it('does not count the time that a thread does not use', async () => {
    const budget = new ProcessorBudget(maxMs);
    expect(await ask(thread, 'sleep', budget)).toBe('done');
    expect(budget.usedMs).toBeLessThan(maxMs);
    expect(budget.isExhausted).toBe(false);
  });

  it.each(['loop', 'match'])('ends a thread that computes: %s', async (task) => {
    const budget = new ProcessorBudget(maxMs);
    expect(await ask(await startThread(), task, budget)).toBe('exhausted');
    expect(budget.usedMs).toBeGreaterThanOrEqual(maxMs);
    expect(budget.isExhausted).toBe(true);
  });

  it('ends a thread that hangs', async () => {
    const budget = new ProcessorBudget(maxMs, maxMs);
    expect(await ask(await startThread(), 'hang', budget)).toBe('exhausted');
    expect(budget.usedMs).toBeLessThan(maxMs);
    expect(budget.isExhausted).toBe(true);
  });

  it('adds the times of its requests', async () => {
    const budget = new ProcessorBudget(1);
    const seen: number[] = [];
    while (!budget.isExhausted) {
      await ask(thread, 'reply', budget);
      seen.push(budget.usedMs);
    }
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('uses a twentieth of the wall time if the processor time is unknown', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const budget = new ProcessorBudget(10);
    const stop = budget.watch(0, () => ended.push(budget.usedMs));
    const ended: number[] = [];
    vi.advanceTimersByTime(199);
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(ended).toHaveLength(1);
    stop();
    vi.useRealTimers();
  });

  it('allows at least a minute of wall time', () => {
    expect(wallLimitMs(500)).toBe(60_000);
    expect(wallLimitMs(10_000)).toBe(200_000);
  });
});
