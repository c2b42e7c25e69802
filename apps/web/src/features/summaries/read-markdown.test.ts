import type { Root } from 'hast';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readMarkdown } from './read-markdown.ts';

const tree: Root = { type: 'root', children: [] };

/** Answers as the test says; does not answer by itself. */
class SilentWorker extends EventTarget {
  postMessage = vi.fn();
  terminate = vi.fn();

  constructor() {
    super();
    workers.push(this);
  }
}

let workers: SilentWorker[];
beforeEach(() => {
  workers = [];
  vi.stubGlobal('Worker', SilentWorker);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const read = (signal = new AbortController().signal) => readMarkdown('# a', signal);

it('gives a second worker the text of one that is late', async () => {
  const reading = read();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(workers[0]?.terminate).toHaveBeenCalled();
  workers[1]?.dispatchEvent(new MessageEvent('message', { data: tree }));
  expect(await reading).toBe(tree);
  expect(workers[1]?.postMessage).toHaveBeenCalledWith('# a');
});

it('returns null if the second worker is late too', async () => {
  const reading = read();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await reading).toBeNull();
  expect(workers).toHaveLength(2);
});

it('returns null immediately if a worker fails', async () => {
  const reading = read();
  workers[0]?.dispatchEvent(new Event('error'));
  expect(await reading).toBeNull();
  expect(workers).toHaveLength(1);
});

it('ends the worker when the reader leaves', async () => {
  const leaving = new AbortController();
  const reading = read(leaving.signal);
  leaving.abort();
  expect(await reading).toBeNull();
  expect(workers[0]?.terminate).toHaveBeenCalled();
  expect(workers).toHaveLength(1);
});
