import { availableParallelism } from 'node:os';
import { FairSlots } from '@millrace/build-host/threads/fair-slots';
import { WorkerLimitError, WorkerPool } from '@millrace/build-host/threads/worker-pool';
import type { ScanLimit } from '@millrace/contract/api';
import { callerGone, TooManyError } from '@millrace/contract/api-errors';
import { ProcessorBudget } from '@millrace/node-kit/processor-budget';
import type { ScanAnswer, ScanTask, ScanTaskName, ScanTasks } from './scan-tasks.ts';

export type AskScan = <Name extends ScanTaskName>(
  name: Name,
  request: ScanTasks[Name]['request'],
) => Promise<ScanTasks[Name]['answer']>;

/** Identifies the queue of a scan, and signals that its client has disconnected. */
export interface ScanCaller {
  callerKey: string;
  gone: AbortSignal;
}

/** Each kind has its own queue: an expression may use a thread until its limit, a plain text does not. */
export type ScanKind = 'text' | 'expression';

type Job = (ask: AskScan) => Promise<void>;

/** Memory limit of a worker thread. */
const memoryMb = 256;
/** Idle threads stop after this time. */
const idleMs = 30_000;
/** Maximum number of scans per caller, running or queued. */
const maxPerCaller = 3;
const maxWaiting = 64;
const retryAfterSec = 5;
const limit = {
  waiting: maxWaiting,
  refusal: () => new TooManyError('Too many concurrent log searches', retryAfterSec),
};

/**
 * Scans logs in worker threads, so that neither long logs nor hostile expressions block the server. Except
 * during plain searches, one processor stays free for other work.
 */
export class LogScanner {
  private readonly pool = new WorkerPool<ScanTask, ScanAnswer>(
    new URL('./scan-worker.ts', import.meta.url),
    { idleMs, limits: { memoryMb } },
  );
  private readonly counts = new Map<string, number>();
  private readonly slots: Record<ScanKind, FairSlots> = {
    text: new FairSlots(1, limit),
    expression: new FairSlots(Math.max(1, availableParallelism() - 1), limit),
  };

  /**
   * Runs a scan. Returns the reason if it ended early. Slots are assigned fairly between callers.
   *
   * @param processorMs limit of the thread, without the time in which `job` reads a log
   */
  async scan(
    { callerKey, gone }: ScanCaller,
    processorMs: number,
    job: Job,
    kind: ScanKind = 'expression',
  ): Promise<ScanLimit | undefined> {
    this.reserve(callerKey);
    try {
      const scanned = this.slots[kind].run(callerKey, () => this.runJob(gone, processorMs, job));
      return await Promise.race([scanned, refuseOnce(gone)]);
    } finally {
      this.changeCount(callerKey, -1);
    }
  }

  private async runJob(
    gone: AbortSignal,
    processorMs: number,
    job: Job,
  ): Promise<ScanLimit | undefined> {
    gone.throwIfAborted();
    const budget = new ProcessorBudget(processorMs);
    try {
      await this.pool.useThread((send) => job(toAsk(send)), { budget, gone });
      return undefined;
    } catch (error) {
      if (error instanceof WorkerLimitError) return error.limit;
      throw error;
    }
  }

  private reserve(callerKey: string): void {
    if ((this.counts.get(callerKey) ?? 0) >= maxPerCaller) {
      throw new TooManyError('You have too many concurrent log searches', retryAfterSec);
    }
    this.changeCount(callerKey, 1);
  }

  private changeCount(callerKey: string, by: 1 | -1): void {
    const count = (this.counts.get(callerKey) ?? 0) + by;
    if (count > 0) this.counts.set(callerKey, count);
    else this.counts.delete(callerKey);
  }
}

/** Types the answer of a task by its name. */
function toAsk(send: (task: ScanTask) => Promise<ScanAnswer>): AskScan {
  return (name, request) => send({ name, request } as ScanTask) as never;
}

function refuseOnce(gone: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => reject(callerGone());
    gone.addEventListener('abort', refuse, { once: true });
  });
}
