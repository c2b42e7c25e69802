import { type Clock, toSeconds } from '@millrace/node-kit/clock';

/** A clock that tests advance. */
export class ManualClock implements Clock {
  private timeMs = 0;
  private readonly waits = new Set<{ atMs: number; resolve: () => void }>();

  nowSec(): number {
    return toSeconds(this.timeMs);
  }

  nowMs(): number {
    return this.timeMs;
  }

  get waitingMs(): number[] {
    return [...this.waits].map((wait) => wait.atMs - this.timeMs);
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wait = { atMs: this.timeMs + ms, resolve };
      if (signal?.aborted) return resolve();
      signal?.addEventListener('abort', () => {
        this.waits.delete(wait);
        resolve();
      });
      this.waits.add(wait);
    });
  }

  /** Advances the time and runs everything that is due. */
  async advance(ms: number): Promise<void> {
    this.timeMs += ms;
    for (const wait of this.waits) {
      if (wait.atMs > this.timeMs) continue;
      this.waits.delete(wait);
      wait.resolve();
    }
    await settle();
  }
}

/** Lets every pending promise settle. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
