import type { ToLogWorker } from './messages.ts';
import { serveLog } from './serve-log.ts';

/** Subset of the worker's global scope. */
interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToLogWorker>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const channel = new MessageChannel();

const serve = serveLog({
  send: (message, transfer = []) => scope.postMessage(message, transfer),
  // Resolves after all queued messages. Unlike a timer, a message has no minimum delay.
  giveWay: () =>
    new Promise((resolve) => {
      channel.port1.onmessage = () => resolve();
      channel.port2.postMessage(null);
    }),
});
scope.addEventListener('message', ({ data }) => serve(data));
