import type {
  Delivery as DeliveryJson,
  PersonalSubscription as PersonalSubscriptionJson,
  Subscription as SubscriptionJson,
} from '@millrace/contract/api';
import { parseJson } from '@millrace/node-kit/parse-json';
import { messageFacts } from './facts.ts';
import type { Delivery, Subscription } from './subscription.ts';

export function toSubscriptionJson(subscription: Subscription): SubscriptionJson {
  const {
    encryptedTarget: _,
    repoId: __,
    userId: ___,
    scope: ____,
    events,
    ...shown
  } = subscription;
  return { ...shown, events: [...events] };
}

export function toPersonalJson(
  subscription: Subscription,
  repos: readonly string[],
): PersonalSubscriptionJson {
  const { scope } = subscription;
  return { ...toSubscriptionJson(subscription), scope, repos: [...repos] };
}

export function toDeliveryJson(delivery: Delivery): DeliveryJson {
  const { key, subscriptionId: _, facts, asked: __, responseStatus, ...shown } = delivery;
  const about = parseJson(messageFacts, facts);
  const isAboutBuild = about?.kind === 'build' || about?.kind === 'approval';
  const { build, attempt } = isAboutBuild ? about : { build: 0, attempt: 0 };
  const repo = isAboutBuild || about?.kind === 'cron' ? about.repo : '';
  const cron = about?.kind === 'cron' ? about.cron : '';
  const kind = about?.kind ?? (key.startsWith('digest/') ? 'digest' : 'build');
  return { ...shown, repo, build, cron, attempt, kind, response_status: responseStatus };
}
