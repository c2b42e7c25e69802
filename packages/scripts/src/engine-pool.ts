import { EngineWorker, type Evaluated } from './engine-worker.ts';

/** An engine that nobody needs for so long goes, with its memory. */
const idleMs = 60_000;

/** Keeps engines warm between scripts: to start one takes far longer than most scripts. */
export class EnginePool {
  private readonly idle: EngineWorker[] = [];
  private busy = 0;
  private idleTimer: NodeJS.Timeout | undefined;

  async run(request: string, maxMs: number): Promise<Evaluated> {
    this.busy++;
    clearTimeout(this.idleTimer);
    try {
      const worker = this.idle.pop() ?? (await EngineWorker.start());
      try {
        return await worker.run(request, maxMs);
      } finally {
        if (!worker.isSpent) this.idle.push(worker);
      }
    } finally {
      this.busy--;
      if (this.busy === 0) this.endLater();
    }
  }

  private endLater(): void {
    this.idleTimer = setTimeout(() => {
      for (const worker of this.idle.splice(0)) worker.end();
    }, idleMs);
    this.idleTimer.unref();
  }
}
