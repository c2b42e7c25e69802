import type { Root } from 'hast';

/** Ordinary summaries take some milliseconds. */
const deadlineMs = 5000;

/**
 * Parses Markdown of somebody else in a worker. Resolves with null if that takes too long or fails: such
 * a text is shown as it is.
 */
export function readMarkdown(text: string, signal: AbortSignal): Promise<Root | null> {
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve } = Promise.withResolvers<Root | null>();
  const giveUp = () => resolve(null);
  worker.addEventListener('message', ({ data }: MessageEvent<Root | null>) => resolve(data));
  worker.addEventListener('error', giveUp);
  signal.addEventListener('abort', giveUp, { once: true });
  const timer = setTimeout(giveUp, deadlineMs);
  worker.postMessage(text);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    worker.terminate();
  });
}
