import type { Logger } from '@millrace/node-kit/logger';
import type { Loop } from '../jobs/loop.ts';
import { type Leases, renewMs } from './leases.ts';

interface Deps {
  leases: Leases;
  logger: Logger;
  loops: readonly Loop[];
  /** Resolves after this time, or earlier if the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const lease = 'background work';
/** If the lease could not be renewed for this time, another server may acquire it soon. */
const doubtfulMs = 10_000;

/**
 * Runs the loops that must run on one server only: cron jobs, webhook deliveries, commit statuses, lost
 * stages. If that server is lost, another one takes over; unfinished work is in the database.
 */
export class BackgroundWork {
  private readonly deps: Deps;
  private readonly stopped = new AbortController();
  private running: Promise<void> | undefined;
  private isAtWork = false;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Resolves once it is known whether this server runs the loops. */
  async run(): Promise<void> {
    await this.look();
    this.running = this.loop();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
    await this.rest();
    // If the lease cannot be released, it expires.
    await this.deps.leases.release(lease).catch(() => {});
  }

  private async loop(): Promise<void> {
    let heldUntilMs = performance.now() + doubtfulMs;
    for (;;) {
      await this.deps.wait(renewMs, this.stopped.signal);
      if (this.stopped.signal.aborted) return;
      const hasLooked = await this.look().catch((error: unknown) => {
        this.deps.logger.warn({ err: error }, 'The lease of the background work was not renewed');
        return false;
      });
      if (hasLooked) heldUntilMs = performance.now() + doubtfulMs;
      else if (performance.now() > heldUntilMs) await this.rest();
    }
  }

  private async look(): Promise<true> {
    if (!(await this.deps.leases.take(lease))) await this.rest();
    else if (!this.isAtWork) {
      this.isAtWork = true;
      for (const loop of this.deps.loops) loop.run();
    }
    return true;
  }

  private async rest(): Promise<void> {
    if (!this.isAtWork) return;
    this.isAtWork = false;
    await Promise.all(this.deps.loops.map((loop) => loop.stop()));
  }
}
