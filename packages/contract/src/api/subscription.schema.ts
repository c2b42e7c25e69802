import { z } from 'zod/mini';
import {
  buildEvents,
  channelKinds,
  deliveryStatuses,
  digestPeriods,
  notificationRules,
  notificationScopes,
} from '../vocabulary.ts';
import { email } from './names.schema.ts';
import { maxChosenRepos, maxRecipients } from './subscription.ts';

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
  .string()
  .check(
    z.trim(),
    z.maxLength(maxUrlLength, `The URL has at most ${maxUrlLength} characters`),
    z.refine(isWebAddress, 'The URL must start with http:// or https:// and hold no credentials'),
  );

const signingSecret = z
  .string()
  .check(z.maxLength(maxSecretLength, `The secret has at most ${maxSecretLength} characters`));

const recipients = z
  .array(email)
  .check(z.maxLength(maxRecipients, `A subscription has at most ${maxRecipients} recipients`));

const repos = z
  .array(z.string())
  .check(
    z.maxLength(maxChosenRepos, `A subscription names at most ${maxChosenRepos} repositories`),
  );

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
  digest: z.enum(digestPeriods),
  disabled: z.boolean(),
};

/** Choice of a person's own subscription. */
const personalChoice = {
  scope: z.enum(notificationScopes),
  /** Slugs of the repositories of the scope `chosen`. */
  repos,
};

/** Receiver of messages about builds. URL and secret of the channel are never returned, only its host. */
export const subscription = z.object({
  id: z.number(),
  name: z.string(),
  channel: z.enum(channelKinds),
  /** Host of the channel's URL; empty for e-mail. */
  host: z.string(),
  /** Addresses of e-mail; empty for the account's own address, and for other channels. */
  recipients: z.array(z.string()),
  /** Whether messages are signed. */
  signed: z.boolean(),
  ...choice,
  created: z.number(),
  updated: z.number(),
});

export const personalSubscription = z.extend(subscription, personalChoice);

const newFields = {
  name,
  channel: z.enum(channelKinds),
  /** Of every channel except e-mail. */
  url: z.optional(url),
  secret: z.optional(signingSecret),
  rule: z._default(choice.rule, 'failure'),
  branches: z._default(choice.branches, ''),
  events: z._default(choice.events, []),
  digest: z._default(choice.digest, 'off'),
  disabled: z._default(choice.disabled, false),
};

export const newSubscription = z.object({
  ...newFields,
  recipients: z._default(recipients, []),
});

export const newPersonalSubscription = z.object({
  ...newFields,
  scope: z._default(personalChoice.scope, 'own'),
  repos: z._default(personalChoice.repos, []),
});

const changedFields = {
  name: z.optional(name),
  url: z.optional(url),
  /** An empty secret removes it. */
  secret: z.optional(signingSecret),
  rule: z.optional(choice.rule),
  branches: z.optional(choice.branches),
  events: z.optional(choice.events),
  digest: z.optional(choice.digest),
  disabled: z.optional(choice.disabled),
};

export const subscriptionChange = z.object({
  ...changedFields,
  recipients: z.optional(recipients),
});

export const personalSubscriptionChange = z.object({
  ...changedFields,
  scope: z.optional(personalChoice.scope),
  repos: z.optional(personalChoice.repos),
});

/** One message of a subscription. `response_status` is 0 without a response. */
export const delivery = z.object({
  id: z.number(),
  /** Slug and number of the build; empty and 0 for other messages. */
  repo: z.string(),
  build: z.number(),
  attempt: z.number(),
  /** Name of the cron job that started no build; empty for other messages. */
  cron: z._default(z.string(), ''),
  kind: z.enum(['build', 'approval', 'cron', 'digest', 'test']),
  status: z.enum(deliveryStatuses),
  tries: z.number(),
  created: z.number(),
  /** Time of the last try; 0 before the first one. */
  tried: z.number(),
  /** Body of the last try as JSON; of an e-mail a {@link MailMessage}. */
  request: z.string(),
  response_status: z.number(),
  /** Start of the response's body. */
  response: z.string(),
  error: z.string(),
});

/** Text of an e-mail. */
export const mailMessage = z.object({ subject: z.string(), text: z.string(), html: z.string() });

export const previewRequest = z.object({
  channel: z.enum(channelKinds),
  kind: z._default(z.enum(['build', 'digest']), 'build'),
});

export const previewResponse = z.object({ body: z.string() });
