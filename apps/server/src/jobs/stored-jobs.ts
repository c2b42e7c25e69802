import {
  AppError,
  DatabaseBusyError,
  ReadOnlyError,
  RetryLaterError,
} from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import { withLogFields } from '@millrace/node-kit/log-fields';
import type { Logger } from '@millrace/node-kit/logger';
import { parseJson } from '@millrace/node-kit/parse-json';
import type { Database, Db } from '../db/database.ts';
import type { Bus } from '../shared/bus.ts';
import type { Measured, Measurements } from '../shared/measurements.ts';
import { whileBusy } from '../shared/while-busy.ts';
import { backoffSec } from './backoff.ts';
import type { Job, JobKind, NewJob } from './job.ts';
import { JobStore } from './job-store.ts';
import type { Loop } from './loop.ts';
import { WorkLoop } from './work-loop.ts';

export interface JobDeps {
  db: Database;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  measurements: Measurements;
}

/**
 * Runs jobs of one kind. They are stored before they run, so that they survive a crash. Failed jobs are
 * retried with backoff, and finally stored as dead letters.
 */
export class StoredJobs<Payload> implements Loop {
  private readonly deps: JobDeps;
  private readonly kind: JobKind<Payload>;
  private readonly store: JobStore<Payload>;
  private readonly loop: WorkLoop<Job<string>>;
  private stopped = new AbortController();
  private unsubscribe = () => {};
  /** Time at which jobs must be collected again, in Unix seconds. */
  private nextCollect: number | undefined;

  constructor(deps: JobDeps, kind: JobKind<Payload>) {
    this.deps = deps;
    this.kind = kind;
    this.store = new JobStore(deps.db, kind);
    this.loop = new WorkLoop({
      ...deps,
      listDue: (nowSec) => this.listDue(nowSec),
      findNextDue: (nowSec) => this.findNextDue(nowSec),
      placeOf: ({ place }) => place,
      work: (job) => this.work(job),
    });
  }

  run(): void {
    const { bus } = this.deps;
    this.stopped = new AbortController();
    this.kind.onRun?.();
    const topics = ['jobAdded', 'eventsMissed', ...(this.kind.collectOn ?? [])] as const;
    this.unsubscribe = bus.subscribeToAny(topics, () => this.loop.wake());
    this.loop.run();
  }

  /** Runs the jobs that are due now. */
  runOnce(): Promise<void> {
    return this.loop.runOnce();
  }

  stop(): Promise<void> {
    this.unsubscribe();
    this.stopped.abort();
    return this.loop.stop();
  }

  /** Adds a job that is due now. If the key exists, that job becomes due again, with the new payload. */
  async add(job: NewJob<Payload>): Promise<void> {
    await this.addIn(this.deps.db, job);
    this.announce();
  }

  /** Adds a job in a transaction. Call {@link announce} after the commit. */
  addIn(trx: Db, job: NewJob<Payload>): Promise<void> {
    return new JobStore(trx, this.kind).add(job, this.deps.clock.nowSec());
  }

  /** Drops a waiting job in a transaction. If it runs already, what it finishes in a transaction is not stored. */
  dropIn(trx: Db, key: string): Promise<void> {
    return new JobStore(trx, this.kind).drop(key);
  }

  /** Returns whether a job is waiting or running. */
  isOpen(key: string): Promise<boolean> {
    return this.store.isOpen(key);
  }

  /** Wakes the server that runs the jobs. */
  announce(): void {
    this.deps.bus.publish('jobAdded', {});
  }

  private async listDue(nowSec: number): Promise<Job<string>[]> {
    this.nextCollect = await this.kind.collect?.(nowSec);
    return this.store.listDue(nowSec);
  }

  private async findNextDue(nowSec: number): Promise<number | undefined> {
    const next = await this.store.findNextDue(nowSec);
    const { nextCollect = next } = this;
    return next === undefined ? nextCollect : Math.min(next, nextCollect ?? next);
  }

  private async work(job: Job<string>): Promise<void> {
    const startedAtMs = performance.now();
    const fields = { job: `${this.kind.name} ${job.key}` };
    const result = await withLogFields(fields, () => this.runJob(job));
    const seconds = (performance.now() - startedAtMs) / 1000;
    this.deps.measurements.record('job', { kind: this.kind.name, result, seconds });
  }

  private async runJob(job: Job<string>): Promise<Measured['job']['result']> {
    const stopped = this.stopped.signal;
    try {
      const payload = this.kind.payload.parse(JSON.parse(job.payload));
      const finishIn = (trx: Db) => new JobStore(trx, this.kind).finish(job);
      // An outage of the database is not a failed try of the job.
      await whileBusy(() => this.kind.run({ ...job, payload }, { stopped, finishIn }), stopped);
    } catch (error) {
      // The stop ends the work of the job, which is repeated after the next start.
      if (stopped.aborted) return 'retried';
      return this.retryOrFail(job, error);
    }
    await whileBusy(() => this.store.finish(job));
    return 'finished';
  }

  private async retryOrFail(job: Job<string>, error: unknown): Promise<'retried' | 'failed'> {
    const { clock, logger } = this.deps;
    const { giveUpSec, allowsOvertaking, onFailed } = this.kind;
    const now = clock.nowSec();
    if (error instanceof RetryLaterError && mayRetry(error, now - job.since, giveUpSec)) {
      const isAside = allowsOvertaking?.(error) ?? false;
      const { retryAfterSec } = error;
      const pauseSec = isAside ? retryAfterSec : backoffSec(job.tries, retryAfterSec);
      logger.warn({ err: error, pauseSec }, 'A job is retried later');
      await whileBusy(() => this.store.retry(job, now + pauseSec, isAside));
      return 'retried';
    }
    logger[error instanceof AppError ? 'warn' : 'error']({ err: error }, 'A job has failed');
    await onFailed?.({ ...job, payload: parseJson(this.kind.payload, job.payload) });
    await whileBusy(() => this.store.fail(job, String(error), now));
    return 'failed';
  }
}

/** If the database is busy, the failure of the job cannot be stored either, so it is always retried. */
function mayRetry(error: RetryLaterError, ageSec: number, giveUpSec: number): boolean {
  const isOfServer = error instanceof DatabaseBusyError || error instanceof ReadOnlyError;
  return isOfServer || ageSec < giveUpSec;
}
