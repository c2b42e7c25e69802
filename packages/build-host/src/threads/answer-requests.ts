import { parentPort } from 'node:worker_threads';
import { readThreadId } from '@millrace/node-kit/thread-time';

/** Runs a thread of a `WorkerPool`: reports its id when it is ready, then answers each request. */
export function answerRequests<Request, Answer>(answer: (request: Request) => Answer): void {
  parentPort?.on('message', (request: Request) => parentPort?.postMessage(answer(request)));
  parentPort?.postMessage(readThreadId());
}
