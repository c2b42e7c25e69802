import type { Clock } from '@millrace/node-kit/clock';
import { whileBusy } from '../../shared/while-busy.ts';

const minPauseMs = 2;

interface Options {
  clock: Pick<Clock, 'wait'>;
  stopped: AbortSignal;
  /** Length of a pause, in durations of the work before it. With 2, the work gets a third of the time. */
  pauses: number;
}

/** Background work on the database in short parts, with pauses for the calls of users. */
export class PacedWork {
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  get isStopped(): boolean {
    return this.options.stopped.aborted;
  }

  /** Does a part of the work, retries it while the database is busy, and pauses after it. */
  async run<Result>(part: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const result = await whileBusy(part, this.options.stopped);
    await this.pause(performance.now() - startedAt);
    return result;
  }

  /** Does a part of the work, and returns its duration without the pause, which follows a failure too. */
  async measure(part: () => Promise<void>): Promise<number> {
    const startedAt = performance.now();
    let tookMs = 0;
    try {
      await part();
    } finally {
      tookMs = performance.now() - startedAt;
      await this.pause(tookMs);
    }
    return tookMs;
  }

  private async pause(tookMs: number): Promise<void> {
    const { clock, stopped, pauses } = this.options;
    await clock.wait(Math.max(minPauseMs, pauses * tookMs), stopped);
  }
}
