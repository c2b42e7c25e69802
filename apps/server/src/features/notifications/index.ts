import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { ClosedNetworks } from '../../shared/closed-networks.ts';
import { DeliveryStore } from './delivery-store.ts';
import { registerNotificationRoutes } from './notification-routes.ts';
import { NotificationService } from './notification-service.ts';
import { Notifier } from './notifier.ts';
import { reencryptSubscriptions } from './subscription-store.ts';

const hourMs = 3_600_000;
const daySec = 86_400;

/** Messages about finished builds, for the subscriptions of repositories. */
export const notifications: CreateFeature = (core) => {
  const { clock, config, buildChanges: changes } = core;
  const { networks, maxSubscriptions, maxDeliveries, deliveryDays } = config.notifications;
  const notifier = new Notifier({ ...core, changes, closed: new ClosedNetworks(networks) });
  const service = new NotificationService({ ...core, notifier, maxSubscriptions, maxDeliveries });
  const expiry = new RepeatedJob({
    ...core,
    everyMs: hourMs,
    failure: 'Expired deliveries of notifications could not be deleted',
    work: async () => {
      const deliveries = new DeliveryStore(core.db);
      await deliveries.deleteBefore(clock.nowSec() - deliveryDays * daySec);
      await deliveries.deleteBeyond(maxDeliveries);
    },
  });
  return {
    owns: ['notification_subscriptions', 'notification_deliveries'],
    reencrypt: reencryptSubscriptions,
    addRoutes: ({ api }) => registerNotificationRoutes(api, service),
    jobs: { notifications: notifier, deleteExpiredNotifications: expiry },
  };
};
