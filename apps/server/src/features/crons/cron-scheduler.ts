import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { z } from 'zod/mini';
import type { Database } from '../../db/database.ts';
import type { ClaimedCron, Cron } from '../../domain/cron.ts';
import { nextTime } from '../../domain/cron-expression.ts';
import type { Job, JobContext } from '../../jobs/job.ts';
import type { Loop } from '../../jobs/loop.ts';
import { StoredJobs } from '../../jobs/stored-jobs.ts';
import type { Bus } from '../../shared/bus.ts';
import { DatabaseBusyError } from '../../shared/errors.ts';
import type { Measurements } from '../../shared/measurements.ts';
import type { CronStore } from './cron-store.ts';

/** Maximum delay of a run. A run that is later was missed, and is skipped. */
const graceSec = 60;
/** Maximum clock correction: if the clock is set back by less, no run is repeated. */
const correctionSec = 3600;
/** Maximum time that a run is retried while the forge is unavailable. */
const maxDelaySec = 60 * 60;

interface Deps {
  db: Database;
  crons: CronStore;
  clock: Clock;
  bus: Bus;
  logger: Logger;
  measurements: Measurements;
  /** Starts the build of a claimed run. `finish` ends the job in the transaction that stores the build. */
  start: (cron: ClaimedCron, finish: JobContext['finishIn']) => Promise<void>;
}

interface Run {
  cronId: number;
  /** In Unix seconds. */
  due: number;
}

/** Starts the build of each cron job when it is due: once, by one of several servers. */
export class CronScheduler implements Loop {
  private readonly deps: Deps;
  private readonly runs: StoredJobs<Run>;
  private lastTickSec = Number.POSITIVE_INFINITY;
  /** Unix seconds since the database has been locked. Runs that became due since then are not missed. */
  private lockedSinceSec: number | undefined;

  constructor(deps: Deps) {
    this.deps = deps;
    this.runs = new StoredJobs(deps, {
      name: 'cron-run',
      payload: z.object({ cronId: z.number(), due: z.number() }),
      giveUpSec: maxDelaySec,
      collect: () => this.claimDue(),
      collectOn: ['cronsChanged'],
      run: (job, context) => this.start(job, context),
    });
  }

  run(): void {
    this.lastTickSec = Number.POSITIVE_INFINITY;
    this.runs.run();
  }

  /** Starts the builds that are due now. */
  runOnce(): Promise<void> {
    return this.runs.runOnce();
  }

  /** Stops, and resolves when running starts of builds have finished. */
  stop(): Promise<void> {
    return this.runs.stop();
  }

  /** Claims due runs, and returns when the next one is due. */
  private async claimDue(): Promise<number | undefined> {
    const { crons, clock } = this.deps;
    const now = clock.nowSec();
    try {
      if (now < this.lastTickSec) await this.correctTimes(now);
      this.lastTickSec = now;
      for (const cron of await crons.listDue(now)) await this.claim(cron, now);
      this.lockedSinceSec = undefined;
      return await crons.findNextDue();
    } catch (error) {
      if (error instanceof DatabaseBusyError) this.lockedSinceSec ??= now;
      throw error;
    }
  }

  /**
   * Advances the due time, and adds the run unless it was missed. Does nothing if another server claimed it
   * first.
   */
  private async claim(cron: Cron, now: number): Promise<void> {
    const { crons, logger } = this.deps;
    const { id: cronId, next: due } = cron;
    const next = nextTime(cron.expr, now) ?? 0;
    if ((this.lockedSinceSec ?? now) - due > graceSec) {
      if (!(await crons.claim(cron, { prev: cron.prev, next }))) return;
      logger.warn({ cron: cron.name, repoId: cron.repoId, due }, 'A cron job was missed');
      return;
    }
    await crons.claim(cron, { prev: due, next }, (trx) =>
      this.runs.addIn(trx, {
        key: `${cronId} ${due}`,
        place: cron.repoId,
        payload: { cronId, due },
      }),
    );
  }

  /**
   * Corrects due times after a start, or if the clock was set back: no cron job waits longer than its
   * schedule.
   */
  private async correctTimes(now: number): Promise<void> {
    for (const cron of await this.deps.crons.listEnabled()) {
      const isPrevPlausible = cron.prev - now < correctionSec;
      const from = isPrevPlausible ? Math.max(now, cron.prev) : now;
      const next = nextTime(cron.expr, from) ?? 0;
      if (cron.next !== 0 && cron.next <= next) continue;
      await this.deps.crons.claim(cron, { prev: isPrevPlausible ? cron.prev : 0, next });
    }
  }

  private async start({ payload, tries }: Job<Run>, { finishIn }: JobContext): Promise<void> {
    const { crons, start } = this.deps;
    const cron = await crons.findById(payload.cronId);
    if (!cron) return;
    // A later run replaces a run that could not start.
    if (tries > 0 && payload.due !== cron.prev) return;
    await start({ ...cron, due: payload.due }, finishIn);
  }
}
