import type { ToLogWorker } from './messages.ts';
import { serveLog } from './serve-log.ts';

/** The part of a worker's own scope that is used here. */
interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToLogWorker>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const channel = new MessageChannel();

const serve = serveLog({
  send: (message, transfer = []) => scope.postMessage(message, transfer),
  // Unlike a timer, a message of one's own waits for no longer than the others that wait.
  giveWay: () =>
    new Promise((resolve) => {
      channel.port1.onmessage = () => resolve();
      channel.port2.postMessage(null);
    }),
});
scope.addEventListener('message', ({ data }) => serve(data));
