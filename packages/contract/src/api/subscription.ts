import type { z } from 'zod/mini';
import type * as schema from './subscription.schema.ts';

export const maxRecipients = 20;

/** Maximum number of repositories that a person's subscription names. */
export const maxChosenRepos = 100;

export type Subscription = z.infer<typeof schema.subscription>;

export type PersonalSubscription = z.infer<typeof schema.personalSubscription>;

export type NewSubscription = z.output<typeof schema.newSubscription>;

export type SubscriptionInput = z.input<typeof schema.newSubscription>;

export type NewPersonalSubscription = z.output<typeof schema.newPersonalSubscription>;

export type PersonalSubscriptionInput = z.input<typeof schema.newPersonalSubscription>;

export type SubscriptionChange = z.infer<typeof schema.subscriptionChange>;

export type PersonalSubscriptionChange = z.infer<typeof schema.personalSubscriptionChange>;

export type Delivery = z.infer<typeof schema.delivery>;

export type MailMessage = z.infer<typeof schema.mailMessage>;

/** Fields of a new or changed subscription that the audit log shows. */
export const recordedChoices = [
  'name',
  'channel',
  'rule',
  'branches',
  'digest',
  'disabled',
] as const;
