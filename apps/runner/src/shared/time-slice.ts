import { setImmediate } from 'node:timers/promises';

/** As long as one piece of work may hold the loop: it may be that of a server, too. */
const sliceMs = 4;

/** Parts a long piece of work, so that whatever else waits has its turn in between. */
export class TimeSlice {
  private startedAt = performance.now();

  isOver(): boolean {
    return performance.now() - this.startedAt > sliceMs;
  }

  /** Resolves when the others had their turn. */
  async next(): Promise<void> {
    await setImmediate();
    this.startedAt = performance.now();
  }
}

/** Runs work that yields after each slice of it, and waits whenever a slice is over. */
export async function runInSlices<T>(work: Generator<void, T>): Promise<T> {
  const slice = new TimeSlice();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (slice.isOver()) await slice.next();
  }
}

/** Runs the same work at once. */
export function runSlices<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
