import type { Clock } from '@millrace/node-kit/clock';
import { whileBusy } from '../../shared/while-busy.ts';

/** Length of a pause, in durations of the work before it: it gets a fifth of the time. */
const pauses = 4;
const minPauseMs = 2;

/** Background work on the database in short parts, with pauses for the calls of users. */
export class PacedWork {
  private readonly clock: Pick<Clock, 'wait'>;
  private readonly stopped: AbortSignal;

  constructor(clock: Pick<Clock, 'wait'>, stopped: AbortSignal) {
    this.clock = clock;
    this.stopped = stopped;
  }

  get isStopped(): boolean {
    return this.stopped.aborted;
  }

  /** Does a part of the work, retries it while the database is busy, and pauses after it. */
  async run<Result>(part: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const result = await whileBusy(part, this.stopped);
    await this.pause(performance.now() - startedAt);
    return result;
  }

  /** Does a part of the work, and returns its duration without the pause. */
  async measure(part: () => Promise<void>): Promise<number> {
    const startedAt = performance.now();
    await part();
    const tookMs = performance.now() - startedAt;
    await this.pause(tookMs);
    return tookMs;
  }

  private async pause(tookMs: number): Promise<void> {
    await this.clock.wait(Math.max(minPauseMs, pauses * tookMs), this.stopped);
  }
}
