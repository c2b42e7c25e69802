import type { EngineRequest } from './engine-request.ts';
import { EngineWorker } from './engine-worker.ts';

/** How many programs run at once; the others wait for their turn. */
const maxWorkers = 2;
/** An engine that nobody needs for so long goes, with its memory. */
const idleMs = 60_000;

/** Keeps an engine warm between programs: to start one takes far longer than most programs. */
export class EnginePool {
  private readonly idle: EngineWorker[] = [];
  private readonly waiting: (() => void)[] = [];
  private busy = 0;
  private idleTimer: NodeJS.Timeout | undefined;

  async run(request: EngineRequest, maxMs: number): Promise<string> {
    if (this.busy >= maxWorkers) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.busy++;
    clearTimeout(this.idleTimer);
    try {
      const worker = this.idle.pop() ?? (await EngineWorker.start());
      try {
        return await worker.run(request, maxMs);
      } finally {
        if (!worker.isSpent) this.idle.push(worker);
      }
    } finally {
      this.release();
    }
  }

  /** Hands the place on to who waits longest. */
  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.busy--;
    if (this.busy > 0) return;
    this.idleTimer = setTimeout(() => {
      for (const worker of this.idle.splice(0)) worker.end();
    }, idleMs);
    this.idleTimer.unref();
  }
}
