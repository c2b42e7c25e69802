import { z } from 'zod/mini';
import { buildEvents, channelKinds, deliveryStatuses, notificationRules } from '../vocabulary.ts';
import { defineEndpoint } from './endpoint.ts';

const maxNameLength = 100;
const maxBranchLength = 250;
const maxUrlLength = 2000;
const maxSecretLength = 250;

const name = z
  .string({ error: 'A subscription needs a name' })
  .check(
    z.trim(),
    z.minLength(1, 'A subscription needs a name'),
    z.maxLength(maxNameLength, `The name has at most ${maxNameLength} characters`),
  );
const branches = z
  .string()
  .check(
    z.trim(),
    z.maxLength(maxBranchLength, `The branch pattern has at most ${maxBranchLength} characters`),
  );
const url = z
  .string({ error: 'A subscription needs the URL of its channel' })
  .check(
    z.trim(),
    z.maxLength(maxUrlLength, `The URL has at most ${maxUrlLength} characters`),
    z.refine(isWebAddress, 'The URL must start with http:// or https:// and hold no credentials'),
  );
const signingSecret = z
  .string()
  .check(z.maxLength(maxSecretLength, `The secret has at most ${maxSecretLength} characters`));

function isWebAddress(text: string): boolean {
  const parsed = URL.parse(text);
  return (
    parsed !== null && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password
  );
}

const choice = {
  rule: z.enum(notificationRules),
  /** Pattern of branch names; empty for all branches. */
  branches,
  /** Events of builds; empty for all events. */
  events: z.array(z.enum(buildEvents)),
  disabled: z.boolean(),
};

/** Receiver of messages about builds. URL and secret of the channel are never returned, only its host. */
export const subscription = z.object({
  id: z.number(),
  name: z.string(),
  channel: z.enum(channelKinds),
  host: z.string(),
  /** Whether messages are signed. */
  signed: z.boolean(),
  ...choice,
  created: z.number(),
  updated: z.number(),
});
export type Subscription = z.infer<typeof subscription>;

export const newSubscription = z.object({
  name,
  channel: z.enum(channelKinds),
  url,
  secret: z.optional(signingSecret),
  rule: z._default(choice.rule, 'failure'),
  branches: z._default(choice.branches, ''),
  events: z._default(choice.events, []),
  disabled: z._default(choice.disabled, false),
});
export type NewSubscription = z.output<typeof newSubscription>;
export type SubscriptionInput = z.input<typeof newSubscription>;

export const subscriptionChange = z.object({
  name: z.optional(name),
  url: z.optional(url),
  /** An empty secret removes it. */
  secret: z.optional(signingSecret),
  rule: z.optional(choice.rule),
  branches: z.optional(choice.branches),
  events: z.optional(choice.events),
  disabled: z.optional(choice.disabled),
});
export type SubscriptionChange = z.infer<typeof subscriptionChange>;

/** One message of a subscription. `response_status` is 0 without a response. */
export const delivery = z.object({
  id: z.number(),
  /** Number of the build; 0 for a test message. */
  build: z.number(),
  attempt: z.number(),
  status: z.enum(deliveryStatuses),
  tries: z.number(),
  created: z.number(),
  /** Time of the last try; 0 before the first one. */
  tried: z.number(),
  request: z.string(),
  response_status: z.number(),
  /** Start of the response's body. */
  response: z.string(),
  error: z.string(),
});
export type Delivery = z.infer<typeof delivery>;

const path = '/api/repos/:namespace/:name/notifications';
const recorded = ['name', 'channel', 'rule', 'branches', 'events', 'disabled'] as const;

export const listSubscriptions = defineEndpoint({
  method: 'GET',
  path,
  access: 'admin',
  summary: 'List the notification subscriptions of a repository',
  output: z.array(subscription),
});

export const createSubscription = defineEndpoint({
  method: 'POST',
  path,
  access: 'admin',
  summary: 'Add a notification subscription to a repository',
  audit: { action: 'notification.create', fields: recorded },
  body: newSubscription,
  output: subscription,
});

export const previewNotification = defineEndpoint({
  method: 'POST',
  path: `${path}/preview`,
  access: 'admin',
  summary:
    'Show the message that a channel would send for the newest finished build, or for a sample',
  audit: 'none',
  body: z.object({ channel: z.enum(channelKinds) }),
  output: z.object({ body: z.string() }),
});

export const updateSubscription = defineEndpoint({
  method: 'PATCH',
  path: `${path}/:subscription`,
  access: 'admin',
  summary: 'Change a notification subscription',
  audit: { action: 'notification.update', fields: recorded },
  body: subscriptionChange,
  output: subscription,
});

export const deleteSubscription = defineEndpoint({
  method: 'DELETE',
  path: `${path}/:subscription`,
  access: 'admin',
  summary: 'Delete a notification subscription and its deliveries',
  audit: { action: 'notification.delete' },
});

export const testSubscription = defineEndpoint({
  method: 'POST',
  path: `${path}/:subscription/test`,
  access: 'admin',
  summary: 'Send a test message',
  audit: { action: 'notification.test' },
  output: delivery,
});

export const listNotificationDeliveries = defineEndpoint({
  method: 'GET',
  path: `${path}/:subscription/deliveries`,
  access: 'admin',
  summary: 'List the recent deliveries of a notification subscription, newest first',
  output: z.array(delivery),
});

export const resendNotification = defineEndpoint({
  method: 'POST',
  path: `${path}/:subscription/deliveries/:delivery`,
  access: 'admin',
  summary: 'Send the message of a delivery again',
  audit: { action: 'notification.resend' },
  output: delivery,
});
