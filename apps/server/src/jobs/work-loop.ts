import { FairSlots } from '@millrace/build-host/threads/fair-slots';
import { RetryLaterError } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import { backoffSec } from './backoff.ts';
import type { Loop } from './loop.ts';

interface Deps<Job> {
  clock: Clock;
  logger: Logger;
  /** Lists due jobs, the oldest of each place first. */
  listDue: (nowSec: number) => Promise<Job[]>;
  /** Returns the earliest due time after `nowSec`; undefined if there is none. */
  findNextDue: (nowSec: number) => Promise<number | undefined>;
  /** Returns the place of a job. Jobs of one place run one after another. */
  placeOf: (job: Job) => number;
  /**
   * Runs the job, and stores that it is done or when it is due again. Errors are logged, and pause the place of the job
   * for longer with each one, because a row that cannot be read stays due.
   */
  work: (job: Job) => Promise<void>;
}

/** Maximum number of jobs that run concurrently. */
const maxConcurrent = 4;
interface Pause {
  failures: number;
  untilSec: number;
}

/** Maximum pause between checks, because clocks jump. */
const maxWaitMs = 30_000;

/**
 * Runs work when it is due. Due work is read from the database, so it survives a crash. Jobs of one place run
 * one after another, and slots are shared fairly between places.
 */
export class WorkLoop<Job> implements Loop {
  private readonly deps: Deps<Job>;
  private readonly slots = new FairSlots(maxConcurrent);
  private readonly active = new Map<number, Promise<void>>();
  /** Places whose last job failed. */
  private readonly pauses = new Map<number, Pause>();
  /** Jobs that only use SQLite never leave the queue of promises, so that no request would be answered between them. */
  private readonly slice = new TimeSlice();
  private stopped = new AbortController();
  private woken = new AbortController();
  private running: Promise<void> | undefined;

  constructor(deps: Deps<Job>) {
    this.deps = deps;
  }

  run(): void {
    if (this.running) return;
    this.stopped = new AbortController();
    this.running = this.loop();
  }

  /** Checks again now. */
  wake(): void {
    this.woken.abort();
  }

  /** Runs the work that is due now, and waits for its end. */
  async runOnce(): Promise<void> {
    await this.startDue();
    await Promise.all(this.active.values());
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
    this.running = undefined;
    await Promise.all(this.active.values());
  }

  private async loop(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      this.woken = new AbortController();
      const waitMs = await this.startDue().catch((error: unknown) => {
        this.deps.logger.error({ err: error }, 'Due work could not be listed');
        return error instanceof RetryLaterError ? error.retryAfterSec * 1000 : maxWaitMs;
      });
      await this.deps.clock.wait(waitMs, AbortSignal.any([this.woken.signal, this.stopped.signal]));
    }
  }

  /** Starts due jobs. Returns the time until the next check; a finished job also triggers one. */
  private async startDue(): Promise<number> {
    const { clock, listDue, findNextDue, placeOf } = this.deps;
    const nowSec = clock.nowSec();
    // The list may contain a job that finishes before it arrives. It must not run again.
    const busy = new Set(this.active.keys());
    const due = await listDue(nowSec);
    this.forgetPauses(new Set(due.map(placeOf)));
    for (const job of due) if (!busy.has(placeOf(job)) && !this.isPaused(job)) this.start(job);
    const next = await findNextDue(nowSec);
    const ends = [...this.pauses.values()].map(({ untilSec }) => untilSec);
    const waitSec = Math.min(...(next === undefined ? [] : [next]), ...ends) - clock.nowSec();
    return Math.min(maxWaitMs, Math.max(0, waitSec * 1000));
  }

  private isPaused(job: Job): boolean {
    const { untilSec = 0 } = this.pauses.get(this.deps.placeOf(job)) ?? {};
    return untilSec > this.deps.clock.nowSec();
  }

  /** Drops the pauses of places without a due job. */
  private forgetPauses(due: ReadonlySet<number>): void {
    for (const place of this.pauses.keys()) if (!due.has(place)) this.pauses.delete(place);
  }

  private start(job: Job): void {
    const { clock, placeOf, work, logger } = this.deps;
    const place = placeOf(job);
    if (this.active.has(place)) return;
    const worked = this.slots
      .run(String(place), async () => {
        if (this.slice.isOver()) await this.slice.next();
        // After a stop, the remaining jobs start when the server starts again.
        if (this.stopped.signal.aborted) return;
        await work(job);
        this.pauses.delete(place);
      })
      .catch((error: unknown) => {
        logger.error({ err: error }, 'Due work failed');
        const failures = (this.pauses.get(place)?.failures ?? -1) + 1;
        this.pauses.set(place, { failures, untilSec: clock.nowSec() + backoffSec(failures, 0) });
      })
      .finally(() => {
        this.active.delete(place);
        this.wake();
      });
    this.active.set(place, worked);
  }
}
