import type { Clock } from '@millrace/node-kit/clock';

interface Options {
  intervalMs: number;
  job: (key: number) => Promise<void>;
  /** Receives errors of jobs without a waiting caller. */
  onError: (error: unknown) => void;
  clock: Pick<Clock, 'wait'>;
}

interface OpenInterval {
  isRequested: boolean;
  ended: Promise<void>;
}

/** Runs a job for a key immediately, and then at most once per interval, however often it is requested. */
export class CoalescedJobs {
  private readonly options: Options;
  private readonly open = new Map<number, OpenInterval>();
  private readonly stopping = new AbortController();

  constructor(options: Options) {
    this.options = options;
  }

  /** Resolves after the job, or immediately if it runs at the end of the current interval. */
  async request(key: number): Promise<void> {
    const open = this.open.get(key);
    if (open) {
      open.isRequested = true;
      return;
    }
    const ran = this.options.job(key);
    const interval = { isRequested: false, ended: Promise.resolve() };
    this.open.set(key, interval);
    interval.ended = ran.then(
      () => this.repeat(key, interval),
      () => void this.open.delete(key),
    );
    await ran;
  }

  /** Runs the jobs that are still requested. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.open.values()].map(({ ended }) => ended));
  }

  private async repeat(key: number, interval: OpenInterval): Promise<void> {
    const { intervalMs, job, onError, clock } = this.options;
    for (;;) {
      await clock.wait(intervalMs, this.stopping.signal);
      if (!interval.isRequested) break;
      interval.isRequested = false;
      await job(key).catch(onError);
    }
    this.open.delete(key);
  }
}
