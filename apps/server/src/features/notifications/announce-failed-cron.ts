import { pageSlug } from '@millrace/contract/reserved-names';
import type { Db } from '../../db/database.ts';
import type { Cron } from '../../domain/cron.ts';
import type { Repo } from '../../domain/repo.ts';
import { DeliveryStore } from './delivery-store.ts';
import type { CronFacts } from './facts.ts';
import { mayLearnAbout } from './readers.ts';
import { concerns } from './rules.ts';
import type { Delivery } from './subscription.ts';
import { SubscriptionStore } from './subscription-store.ts';

interface Run {
  repo: Repo;
  cron: Cron;
  /** In Unix seconds. */
  due: number;
}

/**
 * Stores a message about a run that started no build for each subscription to the repository, because every rule
 * announces failures. Returns the messages to be sent. The key of a message is the run, so that a repeated call adds
 * nothing.
 */
export async function announceFailedCron(
  trx: Db,
  { repo, cron, due }: Run,
  { publicUrl, nowSec }: { publicUrl: string; nowSec: number },
): Promise<Delivery[]> {
  const branch = cron.branch || repo.defaultBranch;
  const facts: CronFacts = {
    kind: 'cron',
    repoId: repo.id,
    repo: repo.slug,
    cron: cron.name,
    branch,
    due,
    error: cron.error,
    url: `${publicUrl}/${pageSlug(repo.slug)}/settings/cron`,
  };
  const deliveries = new DeliveryStore(trx);
  const added: Delivery[] = [];
  for (const subscription of await new SubscriptionStore(trx).listForRepo(repo.id)) {
    if (!concerns(subscription, { event: 'cron', target: branch })) continue;
    if (!(await mayLearnAbout(trx, subscription, repo.id))) continue;
    const delivery = await deliveries.insert({
      subscriptionId: subscription.id,
      key: `cron/${cron.id}/${due}`,
      facts: JSON.stringify(facts),
      status: 'waiting',
      created: nowSec,
      asked: 0,
    });
    if (delivery) added.push(delivery);
  }
  return added;
}
