import type { FromLogWorker, ToLogWorker } from '../features/console/engine/messages.ts';
import { serveLog } from '../features/console/engine/serve-log.ts';

/** Stands for the log's worker where there are none: the same code, in the page. */
export class InPageWorker {
  onmessage: ((event: { data: FromLogWorker }) => void) | null = null;
  private readonly serve = serveLog({
    send: (data) => queueMicrotask(() => this.onmessage?.({ data })),
    giveWay: () => Promise.resolve(),
  });

  postMessage(message: ToLogWorker): void {
    queueMicrotask(() => this.serve(message));
  }

  terminate(): void {
    this.onmessage = null;
  }
}
