import type { Build } from '@millrace/build-rules';
import { waitsForApproval } from '../../builds/read/build-conditions.ts';
import type { Db } from '../../db/database.ts';
import type { AnnounceOptions } from './announce-build.ts';
import { readIdentity } from './build-facts.ts';
import { DeliveryStore } from './delivery-store.ts';
import type { ApprovalFacts } from './facts.ts';
import { mayLearnAbout } from './readers.ts';
import { concerns } from './rules.ts';
import type { Delivery } from './subscription.ts';
import { SubscriptionStore } from './subscription-store.ts';

/**
 * Stores a message for each subscription about a build that waits for an approval, whatever its rule: a person is needed.
 * Returns the messages to be sent. The key of a message is the attempt of the build, so that later changes of it add nothing.
 */
export async function announceApproval(
  trx: Db,
  build: Build,
  { publicUrl, nowSec }: AnnounceOptions,
): Promise<Delivery[]> {
  // A build waits before any of its stages has run.
  if (build.bisection || (build.status !== 'pending' && build.status !== 'blocked')) return [];
  if (!(await hasUnapproved(trx, build.id))) return [];
  const subscriptions = (await new SubscriptionStore(trx).listFor(build)).filter((subscription) =>
    concerns(subscription, build),
  );
  if (subscriptions.length === 0) return [];
  const facts = await readApproval(trx, build, publicUrl);
  if (!facts) return [];
  const added: Delivery[] = [];
  for (const subscription of subscriptions) {
    if (build.created < subscription.created) continue;
    if (!(await mayLearnAbout(trx, subscription, build.repoId))) continue;
    const delivery = await new DeliveryStore(trx).insert({
      subscriptionId: subscription.id,
      key: `approval/${build.id}/${build.attempt}`,
      facts: JSON.stringify(facts),
      status: 'waiting',
      created: nowSec,
      asked: 0,
    });
    if (delivery) added.push(delivery);
  }
  return added;
}

async function hasUnapproved(db: Db, buildId: number): Promise<boolean> {
  const found = await db
    .selectFrom('stages')
    .select('id')
    .where('build_id', '=', buildId)
    .where(waitsForApproval)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Undefined if the repository was deleted. */
async function readApproval(
  db: Db,
  build: Build,
  publicUrl: string,
): Promise<ApprovalFacts | undefined> {
  const identity = await readIdentity(db, build, publicUrl);
  if (!identity) return undefined;
  const { sourceRepo } = build;
  return {
    ...identity,
    kind: 'approval',
    source_repo: sourceRepo === identity.repo ? '' : sourceRepo,
  };
}
