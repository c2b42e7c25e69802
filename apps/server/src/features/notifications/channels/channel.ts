import type { MessageFacts } from '../message.ts';

/** A kind of channel: how a message looks there. Every channel receives JSON by POST. */
export interface Channel {
  /** Returns the JSON body of a message. Texts of users must not become markup or mentions. */
  describe(facts: MessageFacts): unknown;
}
