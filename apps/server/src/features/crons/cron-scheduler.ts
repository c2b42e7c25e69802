import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { ClaimedCron } from '../../domain/cron.ts';
import { nextTime } from '../../domain/cron-expression.ts';
import type { Bus } from '../../shared/bus.ts';
import { DatabaseBusyError } from '../../shared/errors.ts';
import { FairSlots } from '../../shared/fair-slots.ts';
import type { CronStore } from './cron-store.ts';

/** A run that is later than this was missed: it is not made up for. */
const graceSec = 60;
/** Runs are not repeated if the clock is set back by up to this time. */
const correctionSec = 3600;
/** Maximum pause between checks: clocks jump, and other servers share the database. */
const longestWaitMs = 30_000;
/** Delay before a retry when the database is locked. */
const busyWaitMs = 1000;
/** Maximum number of builds that are created concurrently. */
const startsAtOnce = 2;

interface Parts {
  crons: CronStore;
  clock: Clock;
  bus: Bus;
  logger: Logger;
  /** Starts a claimed run, or ends its claim where there is nothing to start. */
  start: (cron: ClaimedCron) => Promise<void>;
  /** Resolves after this time, or early when the signal says so. */
}

/** Starts the builds of cron jobs when they are due, once each, however many servers look. */
export class CronScheduler {
  private readonly parts: Parts;
  private stopped = new AbortController();
  private readonly slots = new FairSlots(startsAtOnce);
  /** Claimed runs that wait for a slot or are being started. */
  private readonly starting = new Map<string, Promise<void>>();
  private woken = new AbortController();
  private running: Promise<void> | undefined;
  private lastTickSec = Number.POSITIVE_INFINITY;
  /** Start of the current database lock. Runs that became due since then are not late. */
  private lockedSinceSec: number | undefined;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  run(): void {
    if (this.running) return;
    this.stopped = new AbortController();
    this.lastTickSec = Number.POSITIVE_INFINITY;
    this.running = this.loop();
  }

  /** Resolves once nothing is being started any more. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
    this.running = undefined;
    await Promise.all(this.starting.values());
  }

  /** Claims what is due, and begins to start what is claimed: also by a server that died before it could. */
  async tick(): Promise<void> {
    const { crons, clock } = this.parts;
    const now = clock.nowSec();
    if (now < this.lastTickSec) await this.correctTimes(now);
    this.lastTickSec = now;
    for (const cron of await crons.listDue(now)) {
      const isMissed = (this.lockedSinceSec ?? now) - cron.next > graceSec;
      const next = nextTime(cron.expr, now) ?? 0;
      const isOurs = isMissed
        ? await crons.claim(cron, { prev: cron.prev, next })
        : await crons.claim(cron, { prev: cron.next, next }, cron.next);
      if (isOurs && isMissed)
        this.parts.logger.warn(fieldsOf({ ...cron, due: cron.next }), 'A cron job was missed');
    }
    for (const cron of await crons.listClaimed()) this.start(cron);
  }

  private async loop(): Promise<void> {
    const wake = () => this.woken.abort();
    const { bus, logger, clock } = this.parts;
    const unsubscribe = bus.subscribeToAny(['cronsChanged', 'newsMissed'], wake);
    while (!this.stopped.signal.aborted) {
      this.woken = new AbortController();
      const delayMs = await this.tick()
        .then(() => {
          this.lockedSinceSec = undefined;
          return this.findDelay();
        })
        .catch((error: unknown) => {
          logger.error({ err: error }, 'The cron jobs could not be looked at');
          if (!(error instanceof DatabaseBusyError)) return longestWaitMs;
          this.lockedSinceSec ??= this.lastTickSec;
          return busyWaitMs;
        });
      await clock.wait(delayMs, AbortSignal.any([this.woken.signal, this.stopped.signal]));
    }
    unsubscribe();
  }

  private async findDelay(): Promise<number> {
    const due = await this.parts.crons.findNextDue();
    if (due === undefined) return longestWaitMs;
    const delayMs = (due - this.parts.clock.nowSec()) * 1000;
    return Math.min(Math.max(delayMs, 0), longestWaitMs);
  }

  /** After a start, or when the clock went back: no job waits for longer than its schedule says. */
  private async correctTimes(now: number): Promise<void> {
    for (const cron of await this.parts.crons.listEnabled()) {
      const isPrevPlausible = cron.prev - now < correctionSec;
      const from = isPrevPlausible ? Math.max(now, cron.prev) : now;
      const next = nextTime(cron.expr, from) ?? 0;
      if (cron.next !== 0 && cron.next <= next) continue;
      await this.parts.crons.claim(cron, { prev: isPrevPlausible ? cron.prev : 0, next });
    }
  }

  private start(cron: ClaimedCron): void {
    const run = `${cron.id} ${cron.due}`;
    if (this.starting.has(run)) return;
    const started = this.slots
      .run(String(cron.repoId), async () => {
        // After a stop, the remaining runs start when the server starts again.
        if (!this.stopped.signal.aborted) await this.parts.start(cron);
      })
      .catch((error: unknown) => {
        this.parts.logger.warn({ ...fieldsOf(cron), err: error }, 'A cron job could not start');
        if (error instanceof DatabaseBusyError) this.woken.abort();
      })
      .finally(() => this.starting.delete(run));
    this.starting.set(run, started);
  }
}

function fieldsOf({ name, repoId, due }: ClaimedCron) {
  return { cron: name, repoId, due };
}
