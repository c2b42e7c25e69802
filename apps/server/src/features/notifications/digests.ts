import { parseJson } from '@millrace/node-kit/parse-json';
import type { Db } from '../../db/database.ts';
import { DeliveryStore } from './delivery-store.ts';
import { lastEnd, nextEnd } from './digest-time.ts';
import { type BuildFacts, buildFacts, type DigestFacts } from './facts.ts';
import { announces } from './rules.ts';
import type { Delivery, Subscription } from './subscription.ts';
import { SubscriptionStore } from './subscription-store.ts';

/** Failed builds of a repository that a digest lists. It counts the others. */
const maxFailures = 20;

interface Options {
  /** Hour of the day in UTC at which digests are sent. */
  hour: number;
  nowSec: number;
}

/** Returns the subscriptions whose digest is due, and the time of the next one in Unix seconds. */
export async function findDueDigests(
  db: Db,
  { hour, nowSec }: Options,
): Promise<{ due: Subscription[]; next: number | undefined }> {
  const subscriptions = new SubscriptionStore(db);
  const due: Subscription[] = [];
  const later: number[] = [];
  for (const { subscriptionId, oldest } of await new DeliveryStore(db).listWithHeld()) {
    const subscription = await subscriptions.findById(subscriptionId);
    if (!subscription) continue;
    if (oldest < lastEnd(subscription.digest, hour, nowSec)) due.push(subscription);
    else later.push(nextEnd(subscription.digest, hour, nowSec));
  }
  return { due, next: later.length === 0 ? undefined : Math.min(...later) };
}

/**
 * Replaces the held messages of a period by one digest. Returns it, or undefined if the rule of the subscription
 * announces none of the builds.
 */
export async function storeDigest(
  trx: Db,
  { id, digest, rule, disabled }: Subscription,
  { hour, nowSec }: Options,
): Promise<Delivery | undefined> {
  const deliveries = new DeliveryStore(trx);
  const end = lastEnd(digest, hour, nowSec);
  const held = await deliveries.listHeld(id, end);
  const builds = held.flatMap(({ facts }) => parseJson(buildFacts, facts) ?? []);
  await deliveries.setDigested(id, end);
  const [newest] = held;
  if (!newest || disabled || !builds.some(({ outcome }) => announces(rule, outcome)))
    return undefined;
  return deliveries.insert({
    subscriptionId: id,
    key: `digest/${newest.id}`,
    created: nowSec,
    asked: 0,
    status: 'waiting',
    facts: JSON.stringify(summarize(builds, digest, end)),
  });
}

/** @param builds newest first */
function summarize(
  builds: readonly BuildFacts[],
  digest: Subscription['digest'],
  end: number,
): DigestFacts {
  const ofRepos = Map.groupBy(builds, ({ repoId }) => repoId);
  const repos = [...ofRepos].map(([repoId, ofRepo]) => {
    const failed = ofRepo.filter(({ outcome }) => outcome === 'failed');
    return {
      repoId,
      repo: ofRepo[0]?.repo ?? '',
      failed: failed.length,
      succeeded: ofRepo.length - failed.length,
      url: ofRepo[0]?.url.replace(/\/\d+$/, '') ?? '',
      failures: failed.slice(0, maxFailures).map((build) => ({
        build: build.build,
        cron: build.cron,
        branch: build.branch,
        url: build.failedUrl,
        failed: build.failed,
      })),
    };
  });
  return { kind: 'digest', period: digest === 'weekly' ? 'weekly' : 'daily', end, repos };
}
