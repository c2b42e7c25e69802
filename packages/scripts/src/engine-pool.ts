import { EngineWorker, type Evaluated } from './engine-worker.ts';

/** Idle time after which engines and their memory are freed. */
const idleMs = 60_000;

type Engine = Pick<EngineWorker, 'run' | 'end' | 'isSpent'>;

/** Keeps engines warm between scripts, because starting one takes far longer than most scripts. */
export class EnginePool {
  private readonly idle: Engine[] = [];
  private busy = 0;
  private idleTimer: NodeJS.Timeout | undefined;
  private readonly startEngine: () => Promise<Engine>;

  constructor(startEngine: () => Promise<Engine> = EngineWorker.start) {
    this.startEngine = startEngine;
  }

  async run(request: string, maxMs: number): Promise<Evaluated> {
    this.busy++;
    clearTimeout(this.idleTimer);
    try {
      const warm = this.idle.pop();
      return warm
        ? await this.runWarm(warm, request, maxMs)
        : await this.runOn(await this.startEngine(), request, maxMs);
    } finally {
      this.busy--;
      if (this.busy === 0) this.endLater();
    }
  }

  /**
   * Runs a script on a used engine. Fragmented memory of earlier scripts must not decide the result: if the
   * engine gives up, the script runs again on a new engine in the remaining time.
   */
  private async runWarm(warm: Engine, request: string, maxMs: number): Promise<Evaluated> {
    const startedAt = performance.now();
    try {
      return await this.runOn(warm, request, maxMs);
    } catch (error) {
      const tookMs = performance.now() - startedAt;
      if (tookMs >= maxMs) throw error;
      const evaluated = await this.runOn(await this.startEngine(), request, maxMs - tookMs);
      return { ...evaluated, tookMs: evaluated.tookMs + tookMs };
    }
  }

  private async runOn(engine: Engine, request: string, maxMs: number): Promise<Evaluated> {
    try {
      return await engine.run(request, maxMs);
    } finally {
      if (!engine.isSpent) this.idle.push(engine);
    }
  }

  private endLater(): void {
    this.idleTimer = setTimeout(() => {
      for (const engine of this.idle.splice(0)) engine.end();
    }, idleMs);
    this.idleTimer.unref();
  }
}
