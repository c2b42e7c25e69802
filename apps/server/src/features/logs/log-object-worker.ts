import { StoreAwayError } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { Database } from '../../db/database.ts';
import { backoffSec } from '../../jobs/backoff.ts';
import { WorkLoop } from '../../jobs/work-loop.ts';
import type { DueObject } from '../../object-store/due-object-store.ts';
import type { ObjectStore } from '../../object-store/object-store.ts';
import type { Bus } from '../../shared/bus.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { LogBlockStore } from './log-block-store.ts';
import { LogMover } from './log-mover.ts';
import { LogObjectStore } from './log-object-store.ts';

interface Deps {
  db: Database;
  store: ObjectStore;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  /** Returns true if the step of a log is finished or was deleted. */
  isStepFinished: (stepId: number) => Promise<boolean>;
}

/** A log of a finished step to move, or an object to delete. */
type Job = { move: number } | { remove: DueObject };

/** Number of jobs in one query. The next query follows when these are done. */
const maxFound = 16;

/**
 * Moves logs of finished steps to the object store, and deletes objects that belong to no log. Both are found
 * in the database, so the worker continues after a crash, and moves logs from before the store was
 * configured.
 */
export class LogObjectWorker {
  private readonly deps: Deps;
  private readonly objects: LogObjectStore;
  private readonly blocks: LogBlockStore;
  private readonly mover: LogMover;
  private readonly loop: WorkLoop<Job>;
  /** Logs whose move failed, by step, with the time of the next attempt. */
  private readonly postponed = new Map<number, { due: number; tries: number }>();
  private outage = { due: 0, tries: 0 };
  private stopped = new AbortController();
  private unsubscribe = () => {};

  constructor(deps: Deps) {
    this.deps = deps;
    this.objects = new LogObjectStore(deps.db);
    this.blocks = new LogBlockStore(deps.db);
    this.mover = new LogMover(deps);
    this.loop = new WorkLoop({
      ...deps,
      listDue: (nowSec) => this.listDue(nowSec),
      findNextDue: (nowSec) => this.findNextDue(nowSec),
      placeOf: (job) => ('move' in job ? job.move : -job.remove.id),
      work: (job) => ('move' in job ? this.move(job.move) : this.remove(job.remove)),
    });
  }

  run(): void {
    const { bus } = this.deps;
    this.stopped = new AbortController();
    this.unsubscribe = bus.subscribe('buildChanged', ({ endedSteps }) => {
      if (endedSteps.length > 0) this.loop.wake();
    });
    this.loop.run();
  }

  stop(): Promise<void> {
    this.unsubscribe();
    this.stopped.abort();
    return this.loop.stop();
  }

  private async listDue(nowSec: number): Promise<Job[]> {
    if (this.outage.due > nowSec) return [];
    const removed = await this.objects.listDue(nowSec, maxFound);
    const moved = await this.listFinished(nowSec);
    return [...removed.map((remove) => ({ remove })), ...moved.map((move) => ({ move }))];
  }

  /** Lists steps with blocks. Moved logs have none, and only few of the others are still growing. */
  private async listFinished(nowSec: number): Promise<number[]> {
    const found: number[] = [];
    for (let at = 0; found.length < maxFound; ) {
      const stepId = await this.blocks.findStepAfter(at);
      if (stepId === undefined) break;
      at = stepId;
      const isDue = (this.postponed.get(stepId)?.due ?? 0) <= nowSec;
      if (isDue && (await this.deps.isStepFinished(stepId))) found.push(stepId);
    }
    return found;
  }

  private async findNextDue(now: number): Promise<number | undefined> {
    const removal = (await this.objects.findNextDue(now)) ?? 0;
    const moves = [...this.postponed.values()].map(({ due }) => due);
    const dues = [removal, this.outage.due, ...moves].filter((due) => due > now);
    return dues.length > 0 ? Math.min(...dues) : undefined;
  }

  private async move(stepId: number): Promise<void> {
    try {
      const isMoved = await this.mover.move(stepId, this.stopped.signal);
      this.outage = { due: 0, tries: 0 };
      if (isMoved) this.postponed.delete(stepId);
      else this.postponeMove(stepId);
    } catch (error) {
      if (error instanceof StoreAwayError) return this.pause();
      this.postponeMove(stepId);
      this.deps.logger.error(
        { err: error, stepId },
        'A log could not be moved to the object store. It is retried postponed',
      );
    }
  }

  private async remove(object: DueObject): Promise<void> {
    const { clock, store } = this.deps;
    try {
      await store.delete(object.key, this.stopped.signal);
      await whileBusy(() => this.objects.delete(object.id));
    } catch (error) {
      if (!(error instanceof StoreAwayError)) throw error;
      const due = clock.nowSec() + backoffSec(object.tries, 0);
      await whileBusy(() => this.objects.postpone(object.id, due));
      // If the store refuses one object, it may still accept others.
      if (!error.isRefusal) this.pause();
    }
  }

  private postponeMove(stepId: number): void {
    const { tries } = this.postponed.get(stepId) ?? { tries: 0 };
    const due = this.deps.clock.nowSec() + backoffSec(tries, 0);
    this.postponed.set(stepId, { due, tries: tries + 1 });
  }

  /** Pauses all jobs while the store is unavailable. Jobs that fail at the same time count as one attempt. */
  private pause(): void {
    const now = this.deps.clock.nowSec();
    const { due, tries } = this.outage;
    if (due > now) return;
    this.outage = { due: now + backoffSec(tries, 0), tries: tries + 1 };
  }
}
