import { badRequest, TooManyError } from '../shared/errors.ts';
import { FairSlots } from '../shared/fair-slots.ts';
import { WorkerLimitError, WorkerPool } from '../shared/worker-pool.ts';
import type { Task, TaskName, TaskResult } from './pipeline-tasks.ts';

const usualLimits = { timeoutMs: 10_000, memoryMb: 256 };
/** An idle thread stops after this time. */
const idleMs = 30_000;
const retryAfterSec = 5;

/**
 * Runs tasks on pipeline files one at a time, in a thread that starts on demand and restarts after a crash.
 * Rejects with an `AppError` if a file exceeds a limit.
 */
export class PipelineThread {
  private readonly limits: typeof usualLimits;
  private readonly slots = new FairSlots(1, {
    waiting: 256,
    refusal: () =>
      new TooManyError('too many large pipeline files are read concurrently', retryAfterSec),
  });
  private readonly pool: WorkerPool<Task, TaskResult<TaskName>>;

  constructor(limits: Partial<typeof usualLimits> = {}) {
    this.limits = { ...usualLimits, ...limits };
    const script = new URL('./pipeline-worker.ts', import.meta.url);
    this.pool = new WorkerPool(script, { idleMs, limits: this.limits });
  }

  /**
   * Runs a task. `place` is the repository of the file: slots are shared fairly between repositories, so
   * large files of one do not delay others.
   */
  run<Name extends TaskName>(place: string, task: Task<Name>): Promise<TaskResult<Name>> {
    return this.slots.run(place, () => this.ask(task));
  }

  private async ask<Name extends TaskName>(task: Task<Name>): Promise<TaskResult<Name>> {
    try {
      return (await this.pool.run(task)) as TaskResult<Name>;
    } catch (error) {
      if (!(error instanceof WorkerLimitError)) throw error;
      if (error.limit === 'memory') throw badRequest('the file needs too much memory');
      const seconds = this.limits.timeoutMs / 1000;
      throw badRequest(`the file takes longer than ${seconds} seconds to read`);
    }
  }
}
