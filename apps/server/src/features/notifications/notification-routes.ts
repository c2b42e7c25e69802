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
import type { ApiRoutes } from '../../http/api-routes.ts';
import { toDeliveryJson, toSubscriptionJson } from './notification-mapper.ts';
import type { NotificationService } from './notification-service.ts';

export function registerNotificationRoutes(
  routes: ApiRoutes,
  notifications: NotificationService,
): void {
  routes.repo(listSubscriptions, async ({ repo }) =>
    (await notifications.list(repo)).map(toSubscriptionJson),
  );
  routes.repo(createSubscription, async ({ repo, body }) =>
    toSubscriptionJson(await notifications.create(repo, body)),
  );
  routes.repo(previewNotification, async ({ repo, body }) => ({
    body: await notifications.preview(repo, body.channel),
  }));
  routes.repo(updateSubscription, async ({ repo, params, body }) =>
    toSubscriptionJson(await notifications.update(repo, params.subscription, body)),
  );
  routes.repo(deleteSubscription, async ({ repo, params }) => {
    await notifications.delete(repo, params.subscription);
  });
  routes.repo(testSubscription, async ({ repo, params }) =>
    toDeliveryJson(await notifications.test(repo, params.subscription)),
  );
  routes.repo(listNotificationDeliveries, async ({ repo, params }) =>
    (await notifications.listDeliveries(repo, params.subscription)).map(toDeliveryJson),
  );
  routes.repo(resendNotification, async ({ repo, params }) =>
    toDeliveryJson(await notifications.resend(repo, params.subscription, params.delivery)),
  );
}
