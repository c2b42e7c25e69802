import type { Clock } from '../shared/clock.ts';

/** Stands still until a test moves it. */
export class ManualClock implements Clock {
  private timeMs = 0;
  private readonly waits = new Set<{ atMs: number; resolve: () => void }>();

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

  /** Moves the time on and lets all that became due run. */
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

/** Lets every promise that can settle do so. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
