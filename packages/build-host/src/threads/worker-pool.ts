import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ProcessorBudget } from '@millrace/node-kit/processor-budget';

interface PoolWorker {
  thread: Worker;
  /** Resolves with the id of the thread when it has loaded its script. */
  ready: Promise<number>;
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
  /** Limits of one request; beyond them it fails with a {@link WorkerLimitError}. */
  limits?: {
    /** Processor time. Starting a thread does not count. */
    processorMs?: number;
    memoryMb: number;
  };
}

interface ThreadOptions {
  /** Shared by the requests, instead of a limit for each. */
  budget?: ProcessorBudget;
  /** Ends the request that the thread works on. */
  gone?: AbortSignal;
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
 * Threads that answer one request at a time. An idle thread stays for a while and does not keep the process
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
    return this.useThread((ask) => ask(request));
  }

  /** Keeps one thread for related requests. It ends when one of them fails. */
  async useThread<Result>(
    job: (ask: (request: Request) => Promise<Answer>) => Promise<Result>,
    options: ThreadOptions = {},
  ): Promise<Result> {
    const worker = this.free.pop() ?? this.start();
    clearTimeout(worker.idle);
    ends.delete(worker);
    // The process must not exit while a caller waits for an answer.
    worker.thread.ref();
    try {
      const result = await job((request) => this.ask(worker, request, options));
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
    { budget = this.createBudget(), gone }: ThreadOptions,
  ): Promise<Answer> {
    const threadId = await ready;
    gone?.throwIfAborted();
    if (budget?.isExhausted) throw new WorkerLimitError('time');
    const late = new AbortController();
    const stop = budget?.watch(threadId, () => late.abort());
    try {
      const signal = AbortSignal.any([late.signal, ...(gone ? [gone] : [])]);
      const answered = once(thread, 'message', { signal });
      thread.postMessage(request);
      const [answer]: Answer[] = await answered;
      return answer as Answer;
    } catch (error) {
      throw late.signal.aborted ? new WorkerLimitError('time') : error;
    } finally {
      stop?.();
    }
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
    const ready = once(thread, 'message').then(([id]) => Number(id));
    ready.catch(() => {});
    return { thread, ready, idle: undefined };
  }

  private createBudget(): ProcessorBudget | undefined {
    const { processorMs } = this.options.limits ?? {};
    return processorMs === undefined ? undefined : new ProcessorBudget(processorMs);
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
  // A RangeError comes from an expression that is nested too deeply.
  const isMemory = code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError;
  return isMemory ? new WorkerLimitError('memory') : undefined;
}
