import type {
  ChannelKind,
  DeliveryStatus,
  DigestPeriod,
  NotificationRule,
  NotificationScope,
} from '@millrace/contract/vocabulary';
import type { Generated, Selectable } from 'kysely';
import type { Flag, TimeSec } from './columns.ts';

interface SubscriptionsTable {
  id: Generated<number>;
  /** Null for a subscription of an account. */
  repo_id: number | null;
  /** Null for a subscription of a repository. */
  user_id: number | null;
  name: string;
  channel: ChannelKind;
  /** Host of the channel's URL, which people may see. */
  host: string;
  /** JSON list of addresses of e-mail. */
  recipients: string;
  signed: Flag;
  /** URL and secret as JSON, encrypted; both are empty for e-mail. */
  sealed: string;
  rule: NotificationRule;
  branches: string;
  /** JSON list of events. */
  events: string;
  digest: DigestPeriod;
  /** Of a subscription of an account. */
  scope: NotificationScope;
  disabled: Flag;
  created: TimeSec;
  updated: TimeSec;
}

/** Repositories of a subscription with the scope `chosen`. */
interface ChosenReposTable {
  subscription_id: number;
  repo_id: number;
}

interface DeliveriesTable {
  id: Generated<number>;
  subscription_id: number;
  /** Names the finished attempt of a build, the digest, or the test message. */
  key: string;
  /** Facts that the message describes, as JSON. */
  facts: string;
  status: DeliveryStatus;
  tries: number;
  created: TimeSec;
  /** Time at which a person asked for the message; 0 for messages that the server sends by itself. */
  asked: TimeSec;
  tried: TimeSec;
  request: string;
  response_status: number;
  response: string;
  error: string;
}

/** An e-mail address, of the subscriptions of a repository or an account. */
interface AddressesTable {
  id: Generated<number>;
  repo_id: number | null;
  user_id: number | null;
  address: string;
  /** Time at which its owner was last asked; 0 if that failed. */
  asked: TimeSec;
  /** Time at which its owner confirmed it; 0 for not yet. */
  confirmed: TimeSec;
}

/** Subscriptions to finished builds, their addresses and their messages. */
export interface NotificationTables {
  notification_addresses: AddressesTable;
  notification_subscriptions: SubscriptionsTable;
  notification_repos: ChosenReposTable;
  notification_deliveries: DeliveriesTable;
}

export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type DeliveryRow = Selectable<DeliveriesTable>;
