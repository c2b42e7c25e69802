import { z } from 'zod/mini';
import { type BuildJobDeps, createOutboxJobs, isLastChange } from '../../builds/build-jobs.ts';
import type { ChangedBuild } from '../../builds/outbox-listener.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Cron } from '../../domain/cron.ts';
import type { Repo } from '../../domain/repo.ts';
import type { NewJob } from '../../jobs/job.ts';
import type { StoredJobs } from '../../jobs/stored-jobs.ts';
import { announceApproval } from './announce-approval.ts';
import { announceBuild } from './announce-build.ts';
import { announceFailedCron } from './announce-failed-cron.ts';
import { DeliveryStore } from './delivery-store.ts';
import { findDueDigests, storeDigest } from './digests.ts';
import type { MessageSender } from './message-sender.ts';
import type { Delivery } from './subscription.ts';

/** Maximum time to retry a message. */
const giveUpSec = 6 * 60 * 60;
const payload = z.object({ deliveryId: z.number() });
type Payload = z.infer<typeof payload>;

interface Deps extends BuildJobDeps, Pick<Core, 'publicUrl'> {
  sender: MessageSender;
  /** Hour of the day in UTC at which digests are sent. */
  digestHour: number;
}

/** Stores messages about finished builds together with the jobs that send them, so that a crash loses none. */
export class Notifier {
  private readonly deps: Deps;
  readonly jobs: StoredJobs<Payload>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.jobs = createOutboxJobs(deps, {
      name: 'notification',
      listener: 'notifications',
      payload,
      giveUpSec,
      // With this, the messages of a subscription keep their order.
      pickNext: (open, nowSec) => open.find(({ due }) => due <= nowSec),
      listJobs: (trx, change) => this.listJobs(trx, change),
      collect: (nowSec) => this.collectDigests(nowSec),
      run: (job) => deps.sender.send(job.payload.deliveryId),
      onFailed: async (job) => {
        const { deliveryId } = job.payload ?? {};
        if (deliveryId) await new DeliveryStore(deps.db).update(deliveryId, { status: 'failed' });
      },
    });
  }

  /** Adds the job that sends a message. Call {@link announce} after the commit. */
  addIn(trx: Db, delivery: Delivery): Promise<void> {
    return this.jobs.addIn(trx, toJob(delivery));
  }

  /** Wakes the server that sends messages. */
  announce(): void {
    this.jobs.announce();
  }

  /** Sends messages about a run of a cron job that started no build. */
  async announceFailedCron(repo: Repo, cron: Cron, due: number): Promise<void> {
    const { db, clock, publicUrl } = this.deps;
    await inTransaction(db, async (trx) => {
      const options = { publicUrl: publicUrl(), nowSec: clock.nowSec() };
      const added = await announceFailedCron(trx, { repo, cron, due }, options);
      for (const delivery of added) await this.addIn(trx, delivery);
    });
    this.announce();
  }

  private async listJobs(trx: Db, change: ChangedBuild): Promise<NewJob<Payload>[]> {
    const { clock, publicUrl } = this.deps;
    if (!isLastChange(change)) return [];
    const options = { publicUrl: publicUrl(), nowSec: clock.nowSec() };
    const added = [
      ...(await announceApproval(trx, change.build, options)),
      ...(await announceBuild(trx, change.build, options)),
    ];
    return added.map(toJob);
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

function toJob({ id, subscriptionId }: Delivery): NewJob<Payload> {
  return { key: String(id), place: subscriptionId, payload: { deliveryId: id } };
}
