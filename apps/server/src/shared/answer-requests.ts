import { parentPort } from 'node:worker_threads';

/** Runs a thread of a `WorkerPool`: reports that it is ready, then answers each request. */
export function answerRequests<Request, Answer>(answer: (request: Request) => Answer): void {
  parentPort?.on('message', (request: Request) => parentPort?.postMessage(answer(request)));
  parentPort?.postMessage('ready');
}
