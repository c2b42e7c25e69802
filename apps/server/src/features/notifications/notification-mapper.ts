import type {
  Delivery as DeliveryJson,
  Subscription as SubscriptionJson,
} from '@millrace/contract/api';
import { parseJson } from '../../shared/parse-json.ts';
import { messageFacts } from './message.ts';
import type { Delivery, Subscription } from './subscription.ts';

export function toSubscriptionJson(subscription: Subscription): SubscriptionJson {
  const { sealed: _, repoId: __, events, ...shown } = subscription;
  return { ...shown, events: [...events] };
}

export function toDeliveryJson(delivery: Delivery): DeliveryJson {
  const { key: _, subscriptionId: __, facts, responseStatus, ...shown } = delivery;
  const about = parseJson(messageFacts, facts);
  const isAboutBuild = about !== undefined && !about.isTest;
  return {
    ...shown,
    build: isAboutBuild ? about.build : 0,
    attempt: isAboutBuild ? about.attempt : 0,
    response_status: responseStatus,
  };
}
