import { setImmediate } from 'node:timers/promises';

/** Maximum time that one slice may block the event loop, for example that of a server. */
const sliceMs = 4;

/** Splits long work into slices and yields to the event loop in between. */
export class TimeSlice {
  private startedAt = performance.now();

  isOver(): boolean {
    return performance.now() - this.startedAt > sliceMs;
  }

  /** Resolves after other work on the event loop has run. */
  async next(): Promise<void> {
    await setImmediate();
    this.startedAt = performance.now();
  }
}

/** Runs work that yields after each slice, and pauses when the time of the current slice is used up. */
export async function runInSlices<T>(work: Generator<void, T>): Promise<T> {
  const slice = new TimeSlice();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (slice.isOver()) await slice.next();
  }
}

/** Runs the same work synchronously. */
export function runSlices<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
