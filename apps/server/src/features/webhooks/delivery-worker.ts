import type { ForgeEvent } from '../../forges/forge.ts';
import type { Clock } from '../../shared/clock.ts';
import { RetryLaterError } from '../../shared/errors.ts';
import { FairSlots } from '../../shared/fair-slots.ts';
import type { Logger } from '../../shared/logger.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import type { DeliveryStore, OpenDelivery } from './delivery-store.ts';

interface Parts {
  deliveries: DeliveryStore;
  clock: Clock;
  logger: Logger;
  receive: (event: ForgeEvent) => Promise<void>;
  /** Resolves after this time, or early when the signal says so. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const atOnce = 4;
const longestWaitMs = 30_000;
/** The forge may be away; what it told is tried for a day. */
const firstPauseSec = 5;
const longestPauseSec = 600;
const givenUpSec = 24 * 60 * 60;

/** Works on what forges told: of each repository in the order it came in. */
export class DeliveryWorker {
  private readonly parts: Parts;
  private readonly slots = new FairSlots(atOnce);
  private readonly underWay = new Map<number, Promise<void>>();
  private readonly stopped = new AbortController();
  private woken = new AbortController();
  private running: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  run(): void {
    this.running ??= this.loop();
  }

  /** Keeps what a forge told until it was worked on; what was told before is not taken again. */
  async take(repoId: number, event: ForgeEvent): Promise<void> {
    const { deliveries, clock } = this.parts;
    if (await deliveries.take(repoId, event, clock.nowSec())) this.woken.abort();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
    await Promise.all(this.underWay.values());
  }

  private async loop(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      this.woken = new AbortController();
      const waitMs = await this.startDue().catch((error: unknown) => {
        this.parts.logger.error({ err: error }, 'The deliveries could not be looked at');
        return longestWaitMs;
      });
      await this.parts.wait(waitMs, AbortSignal.any([this.woken.signal, this.stopped.signal]));
    }
  }

  /** How long until there may be something to do. */
  private async startDue(): Promise<number> {
    const { deliveries, clock } = this.parts;
    const due = await deliveries.listDue(clock.nowSec());
    for (const delivery of due) this.start(delivery);
    if (this.underWay.size > 0) return longestWaitMs;
    const next = await deliveries.findNextDue();
    if (next === undefined) return longestWaitMs;
    return Math.min(longestWaitMs, Math.max(0, (next - clock.nowSec()) * 1000));
  }

  private start(delivery: OpenDelivery): void {
    const { repoId } = delivery;
    if (this.underWay.has(repoId)) return;
    const worked = this.slots
      .run(String(repoId), () => this.work(delivery))
      .catch((error: unknown) =>
        this.parts.logger.error({ err: error }, 'A delivery was not ended'),
      )
      .finally(() => {
        this.underWay.delete(repoId);
        this.woken.abort();
      });
    this.underWay.set(repoId, worked);
  }

  private async work({ id, event, received, tries }: OpenDelivery): Promise<void> {
    const { deliveries, clock, logger, receive } = this.parts;
    try {
      await receive(event);
    } catch (error) {
      const now = clock.nowSec();
      if (error instanceof RetryLaterError && now - received < givenUpSec) {
        const pause = Math.min(firstPauseSec * 2 ** tries, longestPauseSec);
        const due = now + Math.max(pause, error.retryAfterSec);
        logger.warn({ err: error, delivery: event.delivery }, 'The delivery is tried again later');
        return whileBusy(() => deliveries.postpone(id, due));
      }
      logger.error({ err: error, delivery: event.delivery }, 'The delivery is given up');
    }
    await whileBusy(() => deliveries.end(id, clock.nowSec()));
  }
}
