import { z } from 'zod/mini';

const action = z.enum(['created', 'updated', 'deleted', 'enabled', 'disabled']);
export type WebhookAction = z.output<typeof action>;

/** A stored event for one receiver. A build is read when it is sent, so that receivers get its newest state. */
export const webhookJob = z.object({
  /** Id of the receiver. */
  receiver: z.string(),
  action,
  subject: z.discriminatedUnion('event', [
    z.object({ event: z.literal('build'), buildId: z.number() }),
    z.object({ event: z.literal('user'), user: z.record(z.string(), z.unknown()) }),
    z.object({ event: z.literal('repo'), repo: z.record(z.string(), z.unknown()) }),
  ]),
});
export type WebhookJob = z.output<typeof webhookJob>;
export type WebhookEvent = WebhookJob['subject']['event'];
