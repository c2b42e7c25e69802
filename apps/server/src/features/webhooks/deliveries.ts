import { AppError } from '@millrace/contract/api-errors';
import type { ForgeEvent } from '../../forges/forge.ts';
import { NotShownYetError } from '../../forges/not-shown-yet.ts';
import type { Job } from '../../jobs/job.ts';
import { type JobDeps, StoredJobs } from '../../jobs/stored-jobs.ts';
import { DeliveryStore } from './delivery-store.ts';
import { forgeEvent } from './forge-event-schema.ts';
import { pickNext } from './overtaking.ts';

interface Deps extends JobDeps {
  /** Returns false if part of it failed and may succeed when the delivery is sent again. */
  receive: (event: ForgeEvent, age: { isEarly: boolean; isOverdue: boolean }) => Promise<boolean>;
}

/** Maximum time to retry while the forge is unavailable. Afterwards the delivery fails. */
const giveUpSec = 24 * 60 * 60;
/** Large forges deliver events before all of their servers know the commit. After this time all of them do. */
const shownSec = 45;
/**
 * After this time, a build starts without data that the forge could not provide, such as the changed paths of
 * a huge push.
 */
const overdueSec = 10 * 60;

/** Stores webhook deliveries when they are received, and processes those of each repository in order. */
export class Deliveries {
  private readonly deps: Deps;
  private readonly store: DeliveryStore;
  readonly jobs: StoredJobs<ForgeEvent>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.store = new DeliveryStore(deps.db);
    this.jobs = new StoredJobs(deps, {
      name: 'webhook-delivery',
      payload: forgeEvent,
      giveUpSec,
      pickNext,
      allowsOvertaking: (error) => error instanceof NotShownYetError,
      run: (job) => this.process(job),
      onFailed: ({ place, key }) => this.store.delete(place, deliveryOf(key)),
    });
  }

  /** Returns the time at which the delivery of a build was received; undefined if it is unknown. */
  findTime(repoId: number, delivery: string): Promise<number | undefined> {
    // Followed by the ref: one delivery may create builds of several refs.
    return this.store.findTime(repoId, delivery.slice(0, delivery.lastIndexOf(' ')));
  }

  /** Stores a webhook delivery for processing. Repeated deliveries are ignored. */
  async receive(repoId: number, event: ForgeEvent): Promise<void> {
    const key = `${repoId} ${event.delivery}`;
    const now = this.deps.clock.nowSec();
    const isNew = await this.store.receive(repoId, event.delivery, now, (trx) =>
      this.jobs.addIn(trx, { key, place: repoId, payload: event }),
    );
    if (isNew) this.jobs.announce();
  }

  private async process({ payload: event, since }: Job<ForgeEvent>): Promise<void> {
    const { clock, receive } = this.deps;
    const ageSec = clock.nowSec() - since;
    const isDone = await receive(event, {
      isEarly: ageSec < shownSec,
      isOverdue: ageSec > overdueSec,
    });
    if (!isDone) throw new AppError(500, `Part of the delivery ${event.shownId ?? ''} failed`);
    await this.store.deleteOld(clock.nowSec());
  }
}

function deliveryOf(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}
