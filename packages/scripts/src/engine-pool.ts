import type { ProcessorBudget } from '@millrace/node-kit/processor-budget';
import { EngineWorker } from './engine-worker.ts';

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

  async run(request: string, budget: ProcessorBudget): Promise<string> {
    this.busy++;
    clearTimeout(this.idleTimer);
    try {
      const warm = this.idle.pop();
      return warm
        ? await this.runWarm(warm, request, budget)
        : await this.runOn(await this.startEngine(), request, budget);
    } finally {
      this.busy--;
      if (this.busy === 0) this.endLater();
    }
  }

  /**
   * Runs a script on a used engine. Fragmented memory of earlier scripts must not decide the result: if the
   * engine gives up, the script runs again on a new engine with the rest of the budget.
   */
  private async runWarm(warm: Engine, request: string, budget: ProcessorBudget): Promise<string> {
    try {
      return await this.runOn(warm, request, budget);
    } catch (error) {
      if (budget.isExhausted) throw error;
      return this.runOn(await this.startEngine(), request, budget);
    }
  }

  private async runOn(engine: Engine, request: string, budget: ProcessorBudget): Promise<string> {
    try {
      return await engine.run(request, budget);
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
