import { DatabaseBusyError } from '@millrace/contract/api-errors';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import { z } from 'zod/mini';
import type { ClaimedCron, Cron } from '../../domain/cron.ts';
import { nextTime } from '../../domain/cron-expression.ts';
import type { Job, JobContext } from '../../jobs/job.ts';
import { type JobDeps, StoredJobs } from '../../jobs/stored-jobs.ts';
import type { CronStore } from './cron-store.ts';

/** Maximum delay of a run. A run that is later was missed, and is skipped. */
const graceSec = 60;
/** Maximum clock correction: if the clock is set back by less, no run is repeated. */
const correctionSec = 3600;
/** Maximum time that a run is retried while the forge is unavailable. */
const maxDelaySec = 60 * 60;

interface Deps extends JobDeps {
  crons: CronStore;
  /** Starts the build of a claimed run. `finish` ends the job in the transaction that stores the build. */
  start: (cron: ClaimedCron, finish: JobContext['finishIn']) => Promise<void>;
  /** Called when a run has started no build, and is not retried. */
  announceFailed: (run: CronRun) => Promise<void>;
}

const cronRun = z.object({
  cronId: z.number(),
  /** In Unix seconds. */
  due: z.number(),
});
export type CronRun = z.infer<typeof cronRun>;

/** Starts the build of each cron job when it is due: once, by one of several servers. */
export class CronScheduler {
  private readonly deps: Deps;
  readonly runs: StoredJobs<CronRun>;
  /** Keys of runs whose build is being started. */
  private readonly starting = new Set<string>();
  private lastTickSec = Number.POSITIVE_INFINITY;
  /** Unix seconds since the database has been locked. Runs that became due since then are not missed. */
  private lockedSinceSec: number | undefined;

  constructor(deps: Deps) {
    this.deps = deps;
    this.runs = new StoredJobs(deps, {
      name: 'cron-run',
      payload: cronRun,
      giveUpSec: maxDelaySec,
      collect: () => this.claimDue(),
      collectOn: ['cronsChanged'],
      run: (job, context) => this.start(job, context),
      onRun: () => {
        this.lastTickSec = Number.POSITIVE_INFINITY;
      },
      onFailed: async ({ payload: run }) => {
        if (run) await deps.announceFailed(run);
      },
    });
  }

  /** Claims due runs, and returns when the next one is due. */
  private async claimDue(): Promise<number | undefined> {
    const { crons, clock } = this.deps;
    const now = clock.nowSec();
    try {
      if (now < this.lastTickSec) await this.correctTimes(now);
      this.lastTickSec = now;
      const slice = new TimeSlice();
      for (const cron of await crons.listDue(now)) {
        await this.claim(cron, now);
        if (slice.isOver()) await slice.next();
      }
      this.lockedSinceSec = undefined;
      return await crons.findNextDue();
    } catch (error) {
      if (error instanceof DatabaseBusyError) this.lockedSinceSec ??= now;
      throw error;
    }
  }

  /**
   * Advances the due time, and adds the run unless it was missed. It replaces a run that still waits. Does nothing if
   * another server claimed it first.
   */
  private async claim(cron: Cron, now: number): Promise<void> {
    const { crons, logger } = this.deps;
    const { id: cronId, next: due } = cron;
    const next = nextTime(cron, now, due) ?? 0;
    if ((this.lockedSinceSec ?? now) - due > graceSec) {
      if (!(await crons.claim(cron, { prev: cron.prev, next }))) return;
      logger.warn({ cron: cron.name, repoId: cron.repoId, due }, 'A cron job was missed');
      return;
    }
    await crons.claim(cron, { prev: due, next }, async (trx) => {
      const earlier = keyOf({ cronId, due: cron.prev });
      // If it is starting, it would never finish if each start takes longer than the interval.
      if (!this.starting.has(earlier)) await this.runs.dropIn(trx, earlier);
      const run = { cronId, due };
      await this.runs.addIn(trx, { key: keyOf(run), place: cron.repoId, payload: run });
    });
  }

  /**
   * Corrects due times after a start, or if the clock was set back: no cron job waits longer than its
   * schedule.
   */
  private async correctTimes(now: number): Promise<void> {
    const slice = new TimeSlice();
    for (const cron of await this.deps.crons.listEnabled()) {
      if (slice.isOver()) await slice.next();
      const isPrevPlausible = cron.prev - now < correctionSec;
      const from = isPrevPlausible ? Math.max(now, cron.prev) : now;
      const next = nextTime(cron, from, isPrevPlausible ? cron.prev : undefined) ?? 0;
      if (cron.next !== 0 && cron.next <= next) continue;
      await this.deps.crons.claim(cron, { prev: isPrevPlausible ? cron.prev : 0, next });
    }
  }

  private async start({ payload, tries }: Job<CronRun>, { finishIn }: JobContext): Promise<void> {
    const { crons, start } = this.deps;
    const cron = await crons.findById(payload.cronId);
    if (!cron) return;
    // A later run replaces a run that could not start, or whose start was interrupted by a crash.
    if (tries > 0 && payload.due !== cron.prev) return;
    if (
      payload.due < cron.prev &&
      (await this.runs.isOpen(keyOf({ ...payload, due: cron.prev })))
    ) {
      return;
    }
    const key = keyOf(payload);
    this.starting.add(key);
    try {
      await start({ ...cron, due: payload.due }, finishIn);
    } finally {
      this.starting.delete(key);
    }
  }
}

function keyOf({ cronId, due }: CronRun): string {
  return `${cronId} ${due}`;
}
