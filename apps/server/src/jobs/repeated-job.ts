import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { Loop } from './loop.ts';

interface Deps {
  clock: Pick<Clock, 'wait'>;
  logger: Logger;
  everyMs: number;
  /** Log message after an error. */
  failure: string;
  /** Does the work. Long work ends early if `stopped` aborts. */
  work: (stopped: AbortSignal) => Promise<void>;
}

/** Runs a job repeatedly, the first time immediately. */
export class RepeatedJob implements Loop {
  private readonly deps: Deps;
  private stopped = new AbortController();
  private running: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  run(): void {
    if (this.running) return;
    this.stopped = new AbortController();
    this.running = this.loop();
  }

  /** Does the work once. */
  runOnce(stopped: AbortSignal = new AbortController().signal): Promise<void> {
    return this.deps.work(stopped);
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
    this.running = undefined;
  }

  private async loop(): Promise<void> {
    const { clock, logger, everyMs, failure } = this.deps;
    while (!this.stopped.signal.aborted) {
      await this.runOnce(this.stopped.signal).catch((error: unknown) =>
        logger.error({ err: error }, failure),
      );
      await clock.wait(everyMs, this.stopped.signal);
    }
  }
}
