import type { MessageFacts } from '../facts.ts';

/** Subscription that a message belongs to, as far as people may know it. */
export interface Origin {
  name: string;
  /** URL of the page on which the subscription can be changed. */
  settingsUrl: string;
}

/** A kind of channel: how a message looks there, and what carries it. */
export interface Channel {
  transport: 'http' | 'mail';
  /** Returns the message as JSON. Texts of users must not become markup or mentions. */
  describe(facts: MessageFacts, origin: Origin): unknown;
}
