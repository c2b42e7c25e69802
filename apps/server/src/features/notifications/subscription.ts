import type { ChannelKind, DeliveryStatus } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import type { Choice } from './rules.ts';

/** Receiver of messages about builds of a repository. */
export interface Subscription extends Choice {
  id: number;
  repoId: number;
  name: string;
  channel: ChannelKind;
  /** Host of the channel's URL. */
  host: string;
  signed: boolean;
  /** {@link Target}, encrypted. */
  sealed: string;
  created: number;
  updated: number;
}

/** Address to which messages are sent. */
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
  tried: number;
  request: string;
  responseStatus: number;
  response: string;
  error: string;
}
