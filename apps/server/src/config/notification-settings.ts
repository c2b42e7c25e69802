import { type Environment, readNetworks, readWhole } from './read-variable.ts';

export interface NotificationSettings {
  /** Private addresses and networks to which messages may be sent. */
  networks: string[];
  /** Maximum number of subscriptions of a repository or an account. */
  maxSubscriptions: number;
  /** Maximum number of messages of a subscription per hour that people ask for: tests and repetitions. */
  maxAsked: number;
  /** Hour of the day in UTC at which digests are sent. */
  digestHour: number;
  /** Maximum number of stored messages of a subscription. */
  maxDeliveries: number;
  /** Retention of messages in days. */
  deliveryDays: number;
}

export function readNotificationSettings(env: Environment): NotificationSettings {
  return {
    networks: readNetworks(env, 'MILLRACE_NOTIFY_NETWORKS'),
    maxSubscriptions: readWhole(env, 'MILLRACE_NOTIFY_SUBSCRIPTIONS', 20, 0, 1000),
    maxAsked: readWhole(env, 'MILLRACE_NOTIFY_TESTS', 30, 0, 1000),
    digestHour: readWhole(env, 'MILLRACE_NOTIFY_DIGEST_HOUR', 6, 0, 23),
    maxDeliveries: readWhole(env, 'MILLRACE_NOTIFY_DELIVERIES', 200, 1, 10_000),
    deliveryDays: readWhole(env, 'MILLRACE_NOTIFY_DAYS', 30, 2, 36_500),
  };
}
