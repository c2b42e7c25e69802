import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { RetryLaterError } from './errors.ts';
import { FairSlots } from './fair-slots.ts';

interface Parts<Job> {
  clock: Clock;
  logger: Logger;
  /** Lists due jobs, the oldest of each place first. */
  listDue: (nowSec: number) => Promise<Job[]>;
  /** When something is due next; undefined where nothing is left. */
  findNextDue: () => Promise<number | undefined>;
  /** Jobs of one place are worked on one after the other. */
  placeOf: (job: Job) => number;
  /** Ends the job or says when it is due again; what it throws is an error in this program. */
  work: (job: Job) => Promise<void>;
}

const atOnce = 4;
/** Maximum pause between checks, because clocks jump. */
const longestWaitMs = 30_000;

/** Works on jobs that the database keeps until they are done, when they are due. */
export class WorkLoop<Job> {
  private readonly parts: Parts<Job>;
  private readonly slots = new FairSlots(atOnce);
  private readonly underWay = new Map<number, Promise<void>>();
  private stopped = new AbortController();
  private woken = new AbortController();
  private running: Promise<void> | undefined;

  constructor(parts: Parts<Job>) {
    this.parts = parts;
  }

  run(): void {
    if (this.running) return;
    this.stopped = new AbortController();
    this.running = this.loop();
  }

  /** There may be something new. */
  wake(): void {
    this.woken.abort();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
    this.running = undefined;
    await Promise.all(this.underWay.values());
  }

  private async loop(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      this.woken = new AbortController();
      const waitMs = await this.startDue().catch((error: unknown) => {
        this.parts.logger.error({ err: error }, 'What is due could not be looked at');
        return error instanceof RetryLaterError ? error.retryAfterSec * 1000 : longestWaitMs;
      });
      await this.parts.clock.wait(
        waitMs,
        AbortSignal.any([this.woken.signal, this.stopped.signal]),
      );
    }
  }

  /** Starts due jobs. Returns the time until the next check; a finished job also triggers one. */
  private async startDue(): Promise<number> {
    const { clock, listDue, findNextDue } = this.parts;
    for (const job of await listDue(clock.nowSec())) this.start(job);
    if (this.underWay.size > 0) return longestWaitMs;
    const next = await findNextDue();
    if (next === undefined) return longestWaitMs;
    return Math.min(longestWaitMs, Math.max(0, (next - clock.nowSec()) * 1000));
  }

  private start(job: Job): void {
    const { placeOf, work, logger } = this.parts;
    const place = placeOf(job);
    if (this.underWay.has(place)) return;
    const worked = this.slots
      .run(String(place), async () => {
        // After a stop, the remaining jobs start when the server starts again.
        if (!this.stopped.signal.aborted) await work(job);
      })
      .catch((error: unknown) => logger.error({ err: error }, 'Due work was not ended'))
      .finally(() => {
        this.underWay.delete(place);
        this.wake();
      });
    this.underWay.set(place, worked);
  }
}

const firstPauseSec = 5;
const longestPauseSec = 600;

/** Seconds until the next try, more after each that failed, and no less than was asked for. */
export function pauseAfter(tries: number, atLeastSec: number): number {
  return Math.max(Math.min(firstPauseSec * 2 ** tries, longestPauseSec), atLeastSec);
}
