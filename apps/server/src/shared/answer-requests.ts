import { parentPort } from 'node:worker_threads';

/** What a thread of a `WorkerPool` does: it says that it is there, and then answers each request. */
export function answerRequests<Request, Answer>(answer: (request: Request) => Answer): void {
  parentPort?.on('message', (request: Request) => parentPort?.postMessage(answer(request)));
  parentPort?.postMessage('ready');
}
