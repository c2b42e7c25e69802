import { type Environment, readNetworks, readWhole } from './read-variable.ts';

export interface NotificationSettings {
  /** Private addresses and networks to which messages may be sent. */
  networks: string[];
  /** Maximum number of subscriptions of a repository. */
  maxSubscriptions: number;
  /** Maximum number of stored messages of a subscription. */
  maxDeliveries: number;
  /** Retention of messages. */
  deliveryDays: number;
}

export function readNotificationSettings(env: Environment): NotificationSettings {
  return {
    networks: readNetworks(env, 'MILLRACE_NOTIFY_NETWORKS'),
    maxSubscriptions: readWhole(env, 'MILLRACE_NOTIFY_SUBSCRIPTIONS', 20, 0, 1000),
    maxDeliveries: readWhole(env, 'MILLRACE_NOTIFY_DELIVERIES', 200, 1, 10_000),
    deliveryDays: readWhole(env, 'MILLRACE_NOTIFY_DAYS', 30, 1, 36_500),
  };
}
