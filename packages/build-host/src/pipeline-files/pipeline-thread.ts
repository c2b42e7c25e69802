import { LimitedThread, type ThreadLimits } from '../threads/limited-thread.ts';
import type { Task, TaskName, TaskResult } from './pipeline-tasks.ts';

const usualLimits: ThreadLimits = { processorMs: 10_000, memoryMb: 256 };

/** Runs tasks on pipeline files one at a time, in a thread. Rejects with an `AppError` if a file exceeds a limit. */
export class PipelineThread {
  private readonly thread: LimitedThread<Task, TaskResult<TaskName>>;

  constructor(limits: Partial<ThreadLimits> = {}) {
    const script = new URL('./pipeline-worker.ts', import.meta.url);
    this.thread = new LimitedThread(
      script,
      { ...usualLimits, ...limits },
      { subject: 'the file', tooMany: 'too many large pipeline files are read concurrently' },
    );
  }

  /** Runs a task. `key` is the repository of the file. */
  async run<Name extends TaskName>(key: string, task: Task<Name>): Promise<TaskResult<Name>> {
    return (await this.thread.run(key, task)) as TaskResult<Name>;
  }
}
