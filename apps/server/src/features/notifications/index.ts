import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { ClosedNetworks } from '../../shared/closed-networks.ts';
import { maxAgeSec } from './announce-build.ts';
import { DeliveryStore } from './delivery-store.ts';
import { HttpSender } from './http-sender.ts';
import { MailSender } from './mail-sender.ts';
import { MessageSender } from './message-sender.ts';
import { MessageService } from './message-service.ts';
import { Notifier } from './notifier.ts';
import { registerPersonalRoutes } from './personal-routes.ts';
import { registerRepoRoutes } from './repo-routes.ts';
import { SubscriptionService } from './subscription-service.ts';
import { reencryptSubscriptions } from './subscription-store.ts';

const hourMs = 3_600_000;
const daySec = 86_400;

/** Messages about finished builds, for the subscriptions of repositories and accounts. */
export const notifications: CreateFeature = (core) => {
  const { clock, config, buildChanges: changes } = core;
  const { networks, digestHour, maxDeliveries, deliveryDays } = config.notifications;
  const sender = new MessageSender({
    ...core,
    http: new HttpSender(new ClosedNetworks(networks)),
    mail: new MailSender(config.mail, core.logger),
  });
  const notifier = new Notifier({ ...core, changes, sender, digestHour });
  const deps = { ...core, ...config.notifications, notifier, sendsMail: config.mail !== null };
  const subscriptions = new SubscriptionService(deps);
  const messages = new MessageService(deps);
  const expiry = new RepeatedJob({
    ...core,
    everyMs: hourMs,
    failure: 'Expired deliveries of notifications could not be deleted',
    work: async () => {
      const deliveries = new DeliveryStore(core.db);
      await deliveries.deleteBefore(clock.nowSec() - deliveryDays * daySec);
      await deliveries.deleteBeyond(maxDeliveries, clock.nowSec() - maxAgeSec);
    },
  });
  return {
    owns: ['notification_subscriptions', 'notification_repos', 'notification_deliveries'],
    reencrypt: reencryptSubscriptions,
    addRoutes: ({ api }) => {
      registerRepoRoutes(api, subscriptions, messages);
      registerPersonalRoutes(api, subscriptions, messages);
    },
    jobs: { notifications: notifier, deleteExpiredNotifications: expiry },
  };
};
