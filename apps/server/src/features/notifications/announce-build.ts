import type { Build } from '@millrace/build-rules';
import { BuildStore } from '../../builds/build-store.ts';
import type { Db } from '../../db/database.ts';
import { findPrevious, readFacts } from './build-facts.ts';
import { DeliveryStore } from './delivery-store.ts';
import { mayLearnAbout } from './readers.ts';
import { announces, concerns, outcomeOf } from './rules.ts';
import type { Delivery, Subscription } from './subscription.ts';
import { SubscriptionStore } from './subscription-store.ts';

/**
 * Age at which a result is no longer announced. Messages are retained for longer than that, so that a later change of a
 * finished build does not announce it again.
 */
export const maxAgeSec = 24 * 60 * 60;

export interface AnnounceOptions {
  publicUrl: string;
  nowSec: number;
}

/**
 * Stores a message for each subscription that announces a finished build. Returns the messages to be sent now.
 * The key of a message is its attempt of the build, so that later changes of the build add nothing.
 */
export async function announceBuild(
  trx: Db,
  build: Build,
  options: AnnounceOptions,
): Promise<Delivery[]> {
  if (build.bisection) return [];
  const results = await listResults(trx, build, options.nowSec);
  // Most changes are of builds that still run.
  if (results.length === 0) return [];
  const subscriptions = (await new SubscriptionStore(trx).listFor(build)).filter((subscription) =>
    concerns(subscription, build),
  );
  if (subscriptions.length === 0) return [];
  const added: Delivery[] = [];
  for (const result of results) {
    added.push(...(await announceAttempt(trx, result, subscriptions, options)));
  }
  return added;
}

/**
 * Lists the recent results of a build: of its newest attempt, and of earlier ones, because a restart may follow
 * their end at once.
 */
async function listResults(trx: Db, build: Build, nowSec: number): Promise<Build[]> {
  const attempts = await new BuildStore(trx).listAttempts(build);
  const earlier = attempts
    .filter(({ number }) => number < build.attempt)
    .map(({ number, status, started, finished }) => ({
      ...build,
      attempt: number,
      status,
      started,
      finished,
    }));
  return [...earlier, build].filter(
    ({ status, finished }) => finished > nowSec - maxAgeSec && outcomeOf(status, undefined),
  );
}

async function announceAttempt(
  trx: Db,
  build: Build,
  subscriptions: readonly Subscription[],
  { publicUrl, nowSec }: AnnounceOptions,
): Promise<Delivery[]> {
  const key = `build/${build.id}/${build.attempt}`;
  const deliveries = new DeliveryStore(trx);
  const known = await deliveries.findHaving(
    key,
    subscriptions.map(({ id }) => id),
  );
  const open = subscriptions.filter(
    ({ id, created }) => build.finished >= created && !known.has(id),
  );
  if (open.length === 0) return [];
  const outcome = outcomeOf(build.status, await findPrevious(trx, build));
  const facts = outcome && (await readFacts(trx, build, outcome, publicUrl));
  if (!facts) return [];
  const added: Delivery[] = [];
  for (const subscription of open) {
    const isForDigest = subscription.digest !== 'off' && build.event === 'cron';
    if (!isForDigest && !announces(subscription.rule, outcome)) continue;
    if (!(await mayLearnAbout(trx, subscription, build.repoId))) continue;
    const delivery = await deliveries.insert({
      subscriptionId: subscription.id,
      key,
      facts: JSON.stringify(facts),
      status: isForDigest ? 'held' : 'waiting',
      created: nowSec,
      asked: 0,
    });
    if (delivery && !isForDigest) added.push(delivery);
  }
  return added;
}
