import type { ChannelKind, DeliveryStatus, NotificationRule } from '@millrace/contract/vocabulary';
import type { Generated, Selectable } from 'kysely';
import type { Flag, TimeSec } from './columns.ts';

interface SubscriptionsTable {
  id: Generated<number>;
  repo_id: number;
  name: string;
  channel: ChannelKind;
  /** Host of the channel's URL, which people may see. */
  host: string;
  signed: Flag;
  /** URL and secret as JSON, encrypted. */
  sealed: string;
  rule: NotificationRule;
  branches: string;
  /** JSON list of events. */
  events: string;
  disabled: Flag;
  created: TimeSec;
  updated: TimeSec;
}

interface DeliveriesTable {
  id: Generated<number>;
  subscription_id: number;
  /** Finished attempt of a build, or an id of a test message. */
  key: string;
  /** Facts that the message describes, as JSON. */
  facts: string;
  status: DeliveryStatus;
  tries: number;
  created: TimeSec;
  tried: TimeSec;
  request: string;
  response_status: number;
  response: string;
  error: string;
}

/** Subscriptions to finished builds, and their messages. */
export interface NotificationTables {
  notification_subscriptions: SubscriptionsTable;
  notification_deliveries: DeliveriesTable;
}

export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type DeliveryRow = Selectable<DeliveriesTable>;
