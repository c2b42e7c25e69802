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
