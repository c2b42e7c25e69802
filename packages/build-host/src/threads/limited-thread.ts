import { badRequest, TooManyError } from '@millrace/contract/api-errors';
import { FairSlots } from './fair-slots.ts';
import { WorkerLimitError, WorkerPool } from './worker-pool.ts';

/** An idle thread stops after this time. */
const idleMs = 30_000;
const maxWaiting = 256;
const retryAfterSec = 5;

export interface ThreadLimits {
  processorMs: number;
  memoryMb: number;
}

/** Texts of errors, such as `the file` and `too many large pipeline files are read concurrently`. */
interface ThreadTexts {
  subject: string;
  tooMany: string;
}

/**
 * Answers one request at a time, in a thread that starts on demand and restarts after a crash. Rejects with an
 * `AppError` if a request exceeds a limit.
 */
export class LimitedThread<Request, Answer> {
  private readonly limits: ThreadLimits;
  private readonly subject: string;
  private readonly slots: FairSlots;
  private readonly pool: WorkerPool<Request, Answer>;

  constructor(script: URL, limits: ThreadLimits, { subject, tooMany }: ThreadTexts) {
    this.limits = limits;
    this.subject = subject;
    this.slots = new FairSlots(1, {
      waiting: maxWaiting,
      refusal: () => new TooManyError(tooMany, retryAfterSec),
    });
    this.pool = new WorkerPool(script, { idleMs, limits });
  }

  /** Slots are shared fairly between keys, such as repositories, so that one does not delay others. */
  run(key: string, request: Request): Promise<Answer> {
    return this.slots.run(key, () => this.ask(request));
  }

  private async ask(request: Request): Promise<Answer> {
    try {
      return await this.pool.run(request);
    } catch (error) {
      if (!(error instanceof WorkerLimitError)) throw error;
      if (error.limit === 'memory') throw badRequest(`${this.subject} needs too much memory`);
      const seconds = this.limits.processorMs / 1000;
      throw badRequest(`${this.subject} needs more than ${seconds} seconds of processor time`);
    }
  }
}
