import type {
  ChannelKind,
  DeliveryStatus,
  DigestPeriod,
  NotificationScope,
} from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import type { Choice } from './rules.ts';

/** Receiver of messages about builds. */
export interface Subscription extends Choice {
  id: number;
  /** Repository that the subscription belongs to; null for one of an account. */
  repoId: number | null;
  /** Account that the subscription belongs to; null for one of a repository. */
  userId: number | null;
  name: string;
  channel: ChannelKind;
  /** Host of the channel's URL; empty for e-mail. */
  host: string;
  /** Addresses of e-mail; empty for the address of the account. */
  recipients: string[];
  signed: boolean;
  /** {@link Target}, encrypted. */
  encryptedTarget: string;
  digest: DigestPeriod;
  /** Of a subscription of an account. */
  scope: NotificationScope;
  created: number;
  updated: number;
}

export type Owner = Pick<Subscription, 'repoId' | 'userId'>;

/** Address to which messages are sent. Both are empty for e-mail. */
export const target = z.object({ url: z.string(), secret: z.string() });
export type Target = z.infer<typeof target>;

/** One message of a subscription. */
export interface Delivery {
  id: number;
  subscriptionId: number;
  key: string;
  /** JSON of `MessageFacts`. */
  facts: string;
  status: DeliveryStatus;
  tries: number;
  created: number;
  /** Time at which a person asked for the message; 0 if the server sends it by itself. */
  asked: number;
  tried: number;
  request: string;
  responseStatus: number;
  response: string;
  error: string;
}
