import { Worker } from 'node:worker_threads';
import { badRequest, TooManyError } from '../../shared/errors.ts';
import { FairSlots } from '../../shared/fair-slots.ts';
import type { Task, TaskName, TaskResult } from './pipeline-tasks.ts';

interface ThreadLimits {
  timeoutMs: number;
  memoryMb: number;
}

const usualLimits: ThreadLimits = { timeoutMs: 10_000, memoryMb: 256 };
/** How long the thread is kept without work. */
const idleMs = 30_000;
const retryAfterSec = 5;

/**
 * Does one task after the other with pipeline files, in a thread that starts when it is needed, and
 * anew after it broke. Rejects with an `AppError` where a file asks for too much.
 */
export class PipelineThread {
  private readonly limits: ThreadLimits;
  private readonly slots = new FairSlots(1, {
    waiting: 256,
    refusal: () =>
      new TooManyError('too many large pipeline files are read at once', retryAfterSec),
  });
  private worker: Worker | undefined;
  private answer: PromiseWithResolvers<unknown> | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(limits: Partial<ThreadLimits> = {}) {
    this.limits = { ...usualLimits, ...limits };
  }

  /** `place` is whose file it is: nobody's large files keep the others' waiting. */
  run<Name extends TaskName>(place: string, task: Task<Name>): Promise<TaskResult<Name>> {
    return this.slots.run(place, () => this.ask(task));
  }

  private async ask<Name extends TaskName>(task: Task<Name>): Promise<TaskResult<Name>> {
    clearTimeout(this.idle);
    this.worker ??= this.start();
    const { worker } = this;
    const { timeoutMs } = this.limits;
    const answer = Promise.withResolvers<unknown>();
    this.answer = answer;
    const late = () =>
      answer.reject(badRequest(`the file takes longer than ${timeoutMs / 1000} seconds to read`));
    const timer = setTimeout(late, timeoutMs);
    // Who waits for a file must not end before it is read.
    worker.ref();
    try {
      worker.postMessage(task);
      return (await answer.promise) as TaskResult<Name>;
    } catch (error) {
      this.end();
      throw error;
    } finally {
      clearTimeout(timer);
      worker.unref();
      this.idle = setTimeout(() => this.end(), idleMs).unref();
    }
  }

  private start(): Worker {
    const worker = new Worker(new URL('./pipeline-worker.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMb },
    });
    // One that was too late is told nothing more of.
    const answer = () => (this.worker === worker ? this.answer : undefined);
    worker.on('message', (result) => answer()?.resolve(result));
    worker.on('error', (error) => answer()?.reject(reasonOf(error)));
    return worker;
  }

  private end(): void {
    void this.worker?.terminate();
    this.worker = undefined;
  }
}

function reasonOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return badRequest('the file takes too much memory to read');
}
