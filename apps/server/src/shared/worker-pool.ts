import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface PoolWorker {
  thread: Worker;
  /** Resolves when the thread has loaded its script. */
  ready: Promise<unknown>;
  idle: NodeJS.Timeout | undefined;
}

/** Functions that end idle threads of all pools. */
const ends = new Map<PoolWorker, () => void>();

/** Ends idle threads when the server stops, instead of after their idle time. */
export function endIdleThreads(): void {
  for (const end of [...ends.values()]) end();
}

interface Options {
  /** Idle threads stop after this time. */
  idleMs: number;
  /**
   * Limits of one request; beyond them it fails with a {@link WorkerLimitError}. Starting a thread does not
   * count.
   */
  limits?: { timeoutMs?: number; memoryMb: number };
}

/** A request exceeded its limits, and its thread was ended. */
export class WorkerLimitError extends Error {
  readonly limit: 'time' | 'memory';

  constructor(limit: 'time' | 'memory') {
    super(`A worker took too much ${limit}`);
    this.limit = limit;
  }
}

/**
 * Threads that answer one request at a time. An idle thread is kept for a while and does not keep the process
 * alive. Callers limit the number of threads. The script of a thread calls `answerRequests`.
 */
export class WorkerPool<Request, Answer> {
  private readonly script: URL;
  private readonly options: Options;
  private readonly free: PoolWorker[] = [];

  constructor(script: URL, options: Options) {
    this.script = script;
    this.options = options;
  }

  run(request: Request): Promise<Answer> {
    return this.hold((ask) => ask(request));
  }

  /**
   * Keeps one thread for related requests. It ends when one of them fails. If `signal` aborts while it works,
   * the request fails with a time limit.
   */
  async hold<Result>(
    job: (ask: (request: Request) => Promise<Answer>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const worker = this.free.pop() ?? this.start();
    clearTimeout(worker.idle);
    ends.delete(worker);
    // The process must not exit while a caller waits for an answer.
    worker.thread.ref();
    try {
      const result = await job((request) => this.ask(worker, request, signal));
      this.keep(worker);
      return result;
    } catch (error) {
      void worker.thread.terminate();
      throw limitErrorOf(error) ?? error;
    }
  }

  private async ask(
    { thread, ready }: PoolWorker,
    request: Request,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    await ready;
    const signals = [signal, this.timeout()].filter((each) => each !== undefined);
    const answered = once(thread, 'message', { signal: AbortSignal.any(signals) });
    thread.postMessage(request);
    const [answer]: Answer[] = await answered;
    return answer as Answer;
  }

  private start(): PoolWorker {
    const { memoryMb } = this.options.limits ?? {};
    const thread = new Worker(this.script, {
      env: {},
      execArgv: [],
      ...(memoryMb ? { resourceLimits: { maxOldGenerationSizeMb: memoryMb } } : {}),
    });
    // The request has already failed by its time limit.
    thread.on('error', () => {});
    const ready = once(thread, 'message');
    ready.catch(() => {});
    return { thread, ready, idle: undefined };
  }

  private timeout(): AbortSignal | undefined {
    const { timeoutMs } = this.options.limits ?? {};
    return timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  }

  private keep(worker: PoolWorker): void {
    worker.thread.unref();
    this.free.push(worker);
    const end = () => {
      clearTimeout(worker.idle);
      ends.delete(worker);
      this.free.splice(this.free.indexOf(worker), 1);
      void worker.thread.terminate();
    };
    worker.idle = setTimeout(end, this.options.idleMs).unref();
    ends.set(worker, end);
  }
}

function limitErrorOf(error: unknown): WorkerLimitError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ABORT_ERR') return new WorkerLimitError('time');
  // A RangeError comes from an expression that is nested too deeply.
  const isMemory = code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError;
  return isMemory ? new WorkerLimitError('memory') : undefined;
}
