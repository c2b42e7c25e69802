import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { Loop } from './background-work.ts';

interface Parts {
  clock: Pick<Clock, 'wait'>;
  logger: Logger;
  everyMs: number;
  /** Said where it fails. */
  failure: string;
  /** Long work ends early when the signal says so. */
  work: (stopped: AbortSignal) => Promise<void>;
}

/** Does the same again and again, at once for the first time. */
export class RepeatedWork implements Loop {
  private readonly parts: Parts;
  private stopped = new AbortController();
  private running: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  run(): void {
    if (this.running) return;
    this.stopped = new AbortController();
    this.running = this.loop();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
    this.running = undefined;
  }

  private async loop(): Promise<void> {
    const { clock, logger, everyMs, failure, work } = this.parts;
    while (!this.stopped.signal.aborted) {
      await work(this.stopped.signal).catch((error: unknown) =>
        logger.error({ err: error }, failure),
      );
      await clock.wait(everyMs, this.stopped.signal);
    }
  }
}
