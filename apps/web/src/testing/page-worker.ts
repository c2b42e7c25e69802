import type { FromLogWorker, ToLogWorker } from '../features/console/engine/messages.ts';
import { serveLog } from '../features/console/engine/serve-log.ts';
import { parseMarkdown } from '../features/summaries/parse-markdown.ts';

type Send = (message: unknown) => void;

/** Returns the function that receives the messages of a worker. */
function startWorker(file: string, send: Send): (message: never) => void {
  if (file.includes('markdown-worker')) return (text: string) => send(parseMarkdown(text));
  const port = {
    send: (message: FromLogWorker) => send(message),
    giveWay: () => Promise.resolve(),
  };
  return serveLog(port) as (message: ToLogWorker) => void;
}

/** Replaces `Worker` where there is none: runs the code of the app's workers in the page. */
export class PageWorker extends EventTarget {
  onmessage: ((event: MessageEvent) => void) | null = null;
  private readonly receive: (message: never) => void;
  private isTerminated = false;

  constructor(file: URL | string) {
    super();
    this.receive = startWorker(String(file), (message) => this.later(() => this.answer(message)));
  }

  postMessage(message: never): void {
    this.later(() => this.receive(message));
  }

  terminate(): void {
    this.isTerminated = true;
  }

  /** As between threads, a message arrives after its sender has gone on. */
  private later(deliver: () => void): void {
    queueMicrotask(() => {
      if (!this.isTerminated) deliver();
    });
  }

  private answer(data: unknown): void {
    const message = new MessageEvent('message', { data });
    this.onmessage?.(message);
    this.dispatchEvent(message);
  }
}
