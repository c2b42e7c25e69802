import { setImmediate } from 'node:timers/promises';

/** Time for which work may block the event loop unnoticed. */
const sliceMs = 4;

/** Splits long work, so that other work can run in between. */
export class TimeSlice {
  private startedAt = performance.now();

  isOver(): boolean {
    return performance.now() - this.startedAt > sliceMs;
  }

  /** Resolves after other pending work has run. */
  async next(): Promise<void> {
    await setImmediate();
    this.startedAt = performance.now();
  }
}
