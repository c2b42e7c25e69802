import type { Root } from 'hast';

/**
 * Time limit of a worker. Ordinary summaries take a few milliseconds. A browser does not report processor time, and
 * wall time passes while a computer is busy or asleep, so one more worker gets the same time.
 */
const deadlineMs = 10_000;
const attempts = 2;

/**
 * Parses untrusted Markdown in a worker. Resolves with null if that fails or takes too long; the text is then
 * shown without formatting.
 */
export async function readMarkdown(text: string, signal: AbortSignal): Promise<Root | null> {
  for (let attempt = 0; attempt < attempts && !signal.aborted; attempt++) {
    const answer = await parseInWorker(text, signal);
    if (answer !== 'late') return answer;
  }
  return null;
}

function parseInWorker(text: string, signal: AbortSignal): Promise<Root | null | 'late'> {
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve } = Promise.withResolvers<Root | null | 'late'>();
  const giveUp = () => resolve(null);
  worker.addEventListener('message', ({ data }: MessageEvent<Root | null>) => resolve(data));
  worker.addEventListener('error', giveUp);
  signal.addEventListener('abort', giveUp, { once: true });
  const timer = setTimeout(() => resolve('late'), deadlineMs);
  worker.postMessage(text);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    worker.terminate();
  });
}
