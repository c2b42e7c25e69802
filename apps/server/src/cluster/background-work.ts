import type { Logger } from '@millrace/node-kit/logger';
import type { Loop } from '../jobs/loop.ts';
import { type Leases, renewMs } from './leases.ts';

interface Deps {
  leases: Leases;
  logger: Logger;
  loops: readonly Loop[];
  /** Resolves after this time, or earlier if the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Whether a restored server must not work yet. */
  isWorkHeld: () => Promise<boolean>;
  /** Called when held work is released, which may happen in another process. */
  onReleased: () => void;
}

const lease = 'background work';
/** If the lease could not be renewed for this time, another server may acquire it soon. */
const doubtMs = 10_000;

/**
 * Runs the loops that must run on one server only: cron jobs, webhook deliveries, commit statuses, lost
 * stages. If that server is lost, another one takes over; unfinished work is in the database.
 */
export class BackgroundWork {
  private readonly deps: Deps;
  private readonly stopped = new AbortController();
  private running: Promise<void> | undefined;
  private isRunning = false;
  private wasWorkHeld = false;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Resolves once it is known whether this server runs the loops. */
  async run(): Promise<void> {
    await this.checkLease();
    this.running = this.loop();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
    await this.stopLoops();
    // If the lease cannot be released, it expires.
    await this.deps.leases.release(lease).catch(() => {});
  }

  private async loop(): Promise<void> {
    let leaseUntilMs = performance.now() + doubtMs;
    for (;;) {
      await this.deps.wait(renewMs, this.stopped.signal);
      if (this.stopped.signal.aborted) return;
      const isChecked = await this.checkLease().catch((error: unknown) => {
        this.deps.logger.warn({ err: error }, 'The lease of the background work was not renewed');
        return false;
      });
      if (isChecked) leaseUntilMs = performance.now() + doubtMs;
      else if (performance.now() > leaseUntilMs) await this.stopLoops();
    }
  }

  private async checkLease(): Promise<true> {
    if (!(await this.deps.leases.acquire(lease))) await this.stopLoops();
    else if (!this.isRunning) await this.startLoops();
    return true;
  }

  private async startLoops(): Promise<void> {
    const { loops, isWorkHeld, onReleased } = this.deps;
    if (await isWorkHeld()) {
      this.wasWorkHeld = true;
      return;
    }
    this.isRunning = true;
    for (const loop of loops) loop.run();
    if (this.wasWorkHeld) onReleased();
    this.wasWorkHeld = false;
  }

  private async stopLoops(): Promise<void> {
    if (!this.isRunning) return;
    this.isRunning = false;
    await Promise.all(this.deps.loops.map((loop) => loop.stop()));
  }
}
