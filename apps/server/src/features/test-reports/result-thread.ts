import { FairSlots } from '@millrace/build-host/threads/fair-slots';
import { WorkerLimitError, WorkerPool } from '@millrace/build-host/threads/worker-pool';
import { TooManyError } from '@millrace/contract/api-errors';
import type { Task, TaskInput, TaskName, TaskResult } from './result-tasks.ts';

const limits = { processorMs: 30_000, memoryMb: 512 };
/** An idle thread stops after this time. */
const idleMs = 30_000;
const maxWaiting = 256;
const retryAfterSec = 5;

/** Packs and compares test results in a worker thread: the window of a repository contains up to a million. */
export class ResultThread {
  private readonly pool = new WorkerPool<Task, TaskResult<TaskName>>(
    new URL('./result-worker.ts', import.meta.url),
    { idleMs, limits },
  );
  private readonly slots = new FairSlots(1, {
    waiting: maxWaiting,
    refusal: () => new TooManyError('Too many concurrent requests for test results', retryAfterSec),
  });

  /** Runs a task. Slots are shared fairly between repositories. */
  async run<Name extends TaskName>(
    repoId: number,
    name: Name,
    ...input: TaskInput<Name>
  ): Promise<TaskResult<Name>> {
    try {
      const answer = await this.slots.run(String(repoId), () => this.pool.run({ name, input }));
      return answer as TaskResult<Name>;
    } catch (error) {
      if (!(error instanceof WorkerLimitError)) throw error;
      throw new TooManyError('The test results take too long to read', retryAfterSec);
    }
  }
}
