import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { ForgeEvent } from '../../forges/forge.ts';
import type { Bus } from '../../shared/bus.ts';
import { RetryLaterError } from '../../shared/errors.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { pauseAfter, WorkLoop } from '../../shared/work-loop.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { NotShownYetError } from './not-shown-yet.ts';
import type { OpenDelivery } from './open-delivery.ts';

interface Parts {
  deliveries: DeliveryStore;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  /** Returns false if some of it failed, and may succeed when the delivery is sent again. */
  receive: (event: ForgeEvent, age: { isEarly: boolean; isOverdue: boolean }) => Promise<boolean>;
}

/** The forge may be away when it has to be asked: what it told is tried for a day. */
const givenUpSec = 24 * 60 * 60;
/** Large forges deliver events before all of their servers show the commit. After this time they do. */
const shownSec = 45;
/** After this time a build starts without missing data, such as the paths changed by a huge push. */
const overdueSec = 10 * 60;

/** Works on what forges told: of each repository in the order it came in. */
export class DeliveryWorker {
  private readonly parts: Parts;
  private readonly loop: WorkLoop<OpenDelivery>;
  private unsubscribe = () => {};

  constructor(parts: Parts) {
    this.parts = parts;
    this.loop = new WorkLoop({
      ...parts,
      listDue: (nowSec) => parts.deliveries.listDue(nowSec),
      findNextDue: () => parts.deliveries.findNextDue(),
      placeOf: ({ repoId }) => repoId,
      work: (delivery) => this.work(delivery),
    });
  }

  run(): void {
    const topics = ['deliveryTaken', 'newsMissed'] as const;
    this.unsubscribe = this.parts.bus.subscribeToAny(topics, () => this.loop.wake());
    this.loop.run();
  }

  stop(): Promise<void> {
    this.unsubscribe();
    return this.loop.stop();
  }

  /** Stores a webhook delivery for processing. Repeated deliveries are ignored. */
  async take(repoId: number, event: ForgeEvent): Promise<void> {
    const { deliveries, clock, bus } = this.parts;
    if (await deliveries.take(repoId, event, clock.nowSec())) bus.publish('deliveryTaken', {});
  }

  private async work({ id, event, received, tries }: OpenDelivery): Promise<void> {
    const { deliveries, clock, logger, receive } = this.parts;
    const names = { delivery: event.delivery, shownId: event.shownId };
    let isDone = false;
    try {
      const ageSec = clock.nowSec() - received;
      isDone = await receive(event, { isEarly: ageSec < shownSec, isOverdue: ageSec > overdueSec });
    } catch (error) {
      const now = clock.nowSec();
      if (error instanceof RetryLaterError && now - received < givenUpSec) {
        const isAside = error instanceof NotShownYetError;
        const due = now + (isAside ? error.retryAfterSec : pauseAfter(tries, error.retryAfterSec));
        logger.warn({ err: error, ...names }, 'The delivery is tried again later');
        return whileBusy(() => deliveries.postpone(id, due, isAside));
      }
      logger.error({ err: error, ...names }, 'The delivery is given up');
    }
    await whileBusy(() => (isDone ? deliveries.end(id, clock.nowSec()) : deliveries.forget(id)));
  }
}
