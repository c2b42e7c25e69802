import { ClosedNetworks } from '@millrace/node-kit/closed-networks';
import { byPeople } from '../../db/table-bound.ts';
import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { logsPort } from '../logs/port.ts';
import { maxAgeSec } from './announce-build.ts';
import { registerConfirmRoutes } from './confirm-routes.ts';
import { Confirmations } from './confirmations.ts';
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
export const notifications: CreateFeature = (core, ask) => {
  const { clock, config } = core;
  const { networks, digestHour, maxDeliveries, deliveryDays } = config.notifications;
  const mail = new MailSender(config.mail, core.logger);
  const confirmations = new Confirmations({ ...core, mail });
  const http = new HttpSender(new ClosedNetworks(networks));
  const sender = new MessageSender({
    ...core,
    logsPort: ask(logsPort),
    http,
    mail,
    confirmations,
  });
  const notifier = new Notifier({ ...core, sender, digestHour });
  const deps = { ...core, ...config.notifications, notifier, sendsMail: config.mail !== null };
  const subscriptions = new SubscriptionService({ ...deps, confirmations });
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
    owns: {
      notification_subscriptions: 'MILLRACE_NOTIFY_SUBSCRIPTIONS',
      notification_repos: { reason: 'Deleted with its subscription' },
      notification_deliveries: 'MILLRACE_NOTIFY_DAYS',
      notification_addresses: byPeople,
    },
    personData: ({ id }) => ({
      notifications: async function* () {
        yield* await core.db
          .selectFrom('notification_subscriptions')
          .select(['name', 'channel', 'host', 'recipients', 'rule'])
          .where('user_id', '=', id)
          .execute();
      },
      notification_addresses: async function* () {
        yield* await core.db
          .selectFrom('notification_addresses')
          .select(['address', 'asked', 'confirmed'])
          .where('user_id', '=', id)
          .execute();
      },
    }),
    onCronFailed: (repo, cron, due) => notifier.announceFailedCron(repo, cron, due),
    reencrypt: reencryptSubscriptions,
    addRoutes: ({ api, app }) => {
      registerConfirmRoutes(app, confirmations);
      registerRepoRoutes(api, subscriptions, messages);
      registerPersonalRoutes(api, subscriptions, messages);
    },
    jobs: { notifications: notifier.jobs, deleteExpiredNotifications: expiry },
  };
};
