import { z } from 'zod/mini';
import { BuildStore } from '../../builds/build-store.ts';
import { OutboxListener } from '../../builds/outbox-listener.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Loop } from '../../jobs/loop.ts';
import { StoredJobs } from '../../jobs/stored-jobs.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { announceBuild } from './announce-build.ts';
import { DeliveryStore } from './delivery-store.ts';
import { findDueDigests, storeDigest } from './digests.ts';
import type { MessageSender } from './message-sender.ts';
import type { Delivery } from './subscription.ts';

/** Maximum time to retry a message. */
const giveUpSec = 6 * 60 * 60;
const payload = z.object({ deliveryId: z.number() });

interface Deps
  extends Pick<Core, 'db' | 'bus' | 'clock' | 'logger' | 'measurements' | 'publicUrl'> {
  changes: Core['buildChanges'];
  sender: MessageSender;
  /** Hour of the day in UTC at which digests are sent. */
  digestHour: number;
}

/** Stores messages about finished builds together with the jobs that send them, so that a crash loses none. */
export class Notifier implements Loop {
  private readonly deps: Deps;
  private readonly outbox: OutboxListener;
  private readonly jobs: StoredJobs<z.infer<typeof payload>>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.outbox = new OutboxListener(deps, 'notifications');
    this.jobs = new StoredJobs(deps, {
      name: 'notification',
      payload,
      giveUpSec,
      // With this, the messages of a subscription keep their order.
      pickNext: (open, nowSec) => open.find(({ due }) => due <= nowSec),
      collect: (nowSec) => this.collect(nowSec),
      collectOn: ['buildChanged'],
      run: ({ payload: { deliveryId } }) => deps.sender.send(deliveryId),
      onFailed: async (job) => {
        const { deliveryId } = parseJson(payload, job.payload) ?? {};
        if (deliveryId) await new DeliveryStore(deps.db).update(deliveryId, { status: 'failed' });
      },
    });
  }

  run(): void {
    this.outbox.reset();
    this.jobs.run();
  }

  stop(): Promise<void> {
    return this.jobs.stop();
  }

  /** Adds the job that sends a message. Call {@link announce} after the commit. */
  addIn(trx: Db, { id, subscriptionId }: Delivery): Promise<void> {
    return this.jobs.addIn(trx, {
      key: String(id),
      place: subscriptionId,
      payload: { deliveryId: id },
    });
  }

  /** Wakes the server that sends messages. */
  announce(): void {
    this.jobs.announce();
  }

  private async collect(nowSec: number): Promise<number | undefined> {
    const publicUrl = this.deps.publicUrl();
    await this.outbox.read(async (trx, { buildId, version }) => {
      const build = await new BuildStore(trx).findById(buildId);
      // If the build has changed again, its last change follows.
      if (build?.version !== version) return;
      const added = await announceBuild(trx, build, { publicUrl, nowSec });
      for (const delivery of added) await this.addIn(trx, delivery);
    });
    return this.collectDigests(nowSec);
  }

  /** Returns the time of the next digest, in Unix seconds. */
  private async collectDigests(nowSec: number): Promise<number | undefined> {
    const { db, digestHour: hour } = this.deps;
    const { due, next } = await findDueDigests(db, { hour, nowSec });
    for (const subscription of due) {
      await inTransaction(db, async (trx) => {
        const digest = await storeDigest(trx, subscription, { hour, nowSec });
        if (digest) await this.addIn(trx, digest);
      });
    }
    return next;
  }
}
