import {
  createPersonalSubscription,
  deletePersonalSubscription,
  listPersonalNotificationDeliveries,
  listPersonalSubscriptions,
  previewPersonalNotification,
  resendPersonalNotification,
  testPersonalSubscription,
  updatePersonalSubscription,
} from '@millrace/contract/api';
import type { User, Viewer } from '../../domain/user.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { MessageService } from './message-service.ts';
import { toDeliveryJson, toPersonalJson } from './notification-mapper.ts';
import type { Owner, Subscription } from './subscription.ts';
import type { SubscriptionService } from './subscription-service.ts';

/** Adds the calls for subscriptions of the signed-in account. */
export function registerPersonalRoutes(
  routes: ApiRoutes,
  subscriptions: SubscriptionService,
  messages: MessageService,
): void {
  const toJson = async (viewer: Viewer, subscription: Subscription) => {
    const repos = await subscriptions.listRepos(viewer, [subscription.id]);
    return toPersonalJson(subscription, repos.get(subscription.id) ?? []);
  };
  routes.session(listPersonalSubscriptions, async ({ viewer }) => {
    const list = await subscriptions.list(ownedBy(viewer));
    const ids = list.map(({ id }) => id);
    const repos = await subscriptions.listRepos(viewer, ids);
    return list.map((each) => toPersonalJson(each, repos.get(each.id) ?? []));
  });
  routes.session(createPersonalSubscription, async ({ viewer, body }) => {
    const repoIds = await subscriptions.findRepos(viewer, body.repos);
    return toJson(viewer, await subscriptions.create(ownedBy(viewer), body, repoIds));
  });
  routes.session(previewPersonalNotification, async ({ body }) => ({
    body: await messages.preview(body, undefined),
  }));
  routes.session(updatePersonalSubscription, async ({ viewer, params, body }) => {
    const repoIds = body.repos && (await subscriptions.findRepos(viewer, body.repos));
    const id = params.subscription;
    return toJson(viewer, await subscriptions.update(ownedBy(viewer), id, body, repoIds));
  });
  routes.session(deletePersonalSubscription, async ({ viewer, params }) => {
    await subscriptions.delete(ownedBy(viewer), params.subscription);
  });
  routes.session(testPersonalSubscription, async ({ viewer, params }) =>
    toDeliveryJson(await messages.test(ownedBy(viewer), params.subscription, undefined)),
  );
  routes.session(listPersonalNotificationDeliveries, async ({ viewer, params }) =>
    (await messages.list(ownedBy(viewer), params.subscription)).map(toDeliveryJson),
  );
  routes.session(resendPersonalNotification, async ({ viewer, params }) =>
    toDeliveryJson(await messages.resend(ownedBy(viewer), params.subscription, params.delivery)),
  );
}

function ownedBy({ id }: User): Owner {
  return { repoId: null, userId: id };
}
