import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface PoolWorker {
  thread: Worker;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Threads that answer one request at a time each. One without work is kept for a while, and keeps nothing
 * from ending; how many there are is up to who asks.
 */
export class WorkerPool<Request, Answer> {
  private readonly script: URL;
  private readonly idleMs: number;
  private readonly free: PoolWorker[] = [];

  constructor(script: URL, idleMs: number) {
    this.script = script;
    this.idleMs = idleMs;
  }

  async run(request: Request): Promise<Answer> {
    const worker = this.free.pop() ?? { thread: new Worker(this.script), idle: undefined };
    clearTimeout(worker.idle);
    // Who waits for an answer must not end before it comes.
    worker.thread.ref();
    try {
      worker.thread.postMessage(request);
      const [answer]: Answer[] = await once(worker.thread, 'message');
      if (!answer) throw new Error('A worker gave no answer');
      this.keep(worker);
      return answer;
    } catch (error) {
      void worker.thread.terminate();
      throw error;
    }
  }

  private keep(worker: PoolWorker): void {
    worker.thread.unref();
    this.free.push(worker);
    worker.idle = setTimeout(() => {
      this.free.splice(this.free.indexOf(worker), 1);
      void worker.thread.terminate();
    }, this.idleMs);
    worker.idle.unref();
  }
}
