import type { Root } from 'hast';

/** Time limit. Ordinary summaries take a few milliseconds. */
const deadlineMs = 5000;

/**
 * Parses untrusted Markdown in a worker. Resolves with null if that fails or takes too long; the text is then
 * shown without formatting.
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
