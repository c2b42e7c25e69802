import {
  createSubscription,
  deleteSubscription,
  listNotificationDeliveries,
  listSubscriptions,
  previewNotification,
  resendNotification,
  testSubscription,
  updateSubscription,
} from '@millrace/contract/api';
import type { Repo } from '../../domain/repo.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { MessageService } from './message-service.ts';
import { toDeliveryJson, toSubscriptionJson } from './notification-mapper.ts';
import type { Owner } from './subscription.ts';
import type { SubscriptionService } from './subscription-service.ts';

/** Adds the calls for subscriptions of a repository. */
export function registerRepoRoutes(
  routes: ApiRoutes,
  subscriptions: SubscriptionService,
  messages: MessageService,
): void {
  routes.repo(listSubscriptions, async ({ repo }) =>
    (await subscriptions.list(ownedBy(repo))).map(toSubscriptionJson),
  );
  routes.repo(createSubscription, async ({ repo, body }) =>
    toSubscriptionJson(await subscriptions.create(ownedBy(repo), body)),
  );
  routes.repo(previewNotification, async ({ repo, body }) => ({
    body: await messages.preview(body, repo),
  }));
  routes.repo(updateSubscription, async ({ repo, params, body }) =>
    toSubscriptionJson(await subscriptions.update(ownedBy(repo), params.subscription, body)),
  );
  routes.repo(deleteSubscription, async ({ repo, params }) => {
    await subscriptions.delete(ownedBy(repo), params.subscription);
  });
  routes.repo(testSubscription, async ({ repo, params }) =>
    toDeliveryJson(await messages.test(ownedBy(repo), params.subscription, repo)),
  );
  routes.repo(listNotificationDeliveries, async ({ repo, params }) =>
    (await messages.list(ownedBy(repo), params.subscription)).map(toDeliveryJson),
  );
  routes.repo(resendNotification, async ({ repo, params }) =>
    toDeliveryJson(await messages.resend(ownedBy(repo), params.subscription, params.delivery)),
  );
}

function ownedBy({ id }: Repo): Owner {
  return { repoId: id, userId: null };
}
