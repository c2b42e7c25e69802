import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';
import {
  delivery,
  newPersonalSubscription,
  newSubscription,
  personalSubscription,
  personalSubscriptionChange,
  previewRequest,
  previewResponse,
  subscription,
  subscriptionChange,
} from './subscription.schema.ts';
import { recordedChoices } from './subscription.ts';

const personalChoices = [...recordedChoices, 'scope'] as const;

export const listSubscriptions = defineDetails({
  access: 'admin',
  forAuditors: true,
  summary: 'List the notification subscriptions of a repository',
  output: z.array(subscription),
});

export const createSubscription = defineDetails({
  access: 'admin',
  summary: 'Add a notification subscription of a repository',
  audit: { action: 'notification.create', fields: recordedChoices },
  body: newSubscription,
  output: subscription,
});

export const previewNotification = defineDetails({
  access: 'admin',
  summary: 'Show the message that a channel would send for the newest result, or for a sample',
  audit: 'none',
  body: previewRequest,
  output: previewResponse,
});

export const updateSubscription = defineDetails({
  access: 'admin',
  summary: 'Change a notification subscription of a repository',
  audit: { action: 'notification.update', fields: recordedChoices },
  body: subscriptionChange,
  output: subscription,
});

export const deleteSubscription = defineDetails({
  access: 'admin',
  summary: 'Delete a notification subscription of a repository, with its deliveries',
  audit: { action: 'notification.delete' },
});

export const testSubscription = defineDetails({
  access: 'admin',
  summary: 'Send a test message',
  audit: { action: 'notification.test' },
  output: delivery,
});

export const listNotificationDeliveries = defineDetails({
  access: 'admin',
  summary: 'List the recent deliveries of a notification subscription, newest first',
  output: z.array(delivery),
});

export const resendNotification = defineDetails({
  access: 'admin',
  summary: 'Send the message of a delivery again',
  audit: { action: 'notification.resend' },
  output: delivery,
});

export const listPersonalSubscriptions = defineDetails({
  access: 'session',
  summary: 'List the notification subscriptions of the signed-in account',
  output: z.array(personalSubscription),
});

export const createPersonalSubscription = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Add a notification subscription of the signed-in account',
  audit: { action: 'notification.create', fields: personalChoices },
  body: newPersonalSubscription,
  output: personalSubscription,
});

export const previewPersonalNotification = defineDetails({
  access: 'session',
  summary: 'Show the message that a channel would send for the newest result, or for a sample',
  audit: 'none',
  body: previewRequest,
  output: previewResponse,
});

export const updatePersonalSubscription = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Change a notification subscription of the signed-in account',
  audit: { action: 'notification.update', fields: personalChoices },
  body: personalSubscriptionChange,
  output: personalSubscription,
});

export const deletePersonalSubscription = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Delete a notification subscription of the signed-in account, with its deliveries',
  audit: { action: 'notification.delete' },
});

export const testPersonalSubscription = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Send a test message',
  audit: { action: 'notification.test' },
  output: delivery,
});

export const listPersonalNotificationDeliveries = defineDetails({
  access: 'session',
  summary: 'List the recent deliveries of a notification subscription, newest first',
  output: z.array(delivery),
});

export const resendPersonalNotification = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Send the message of a delivery again',
  audit: { action: 'notification.resend' },
  output: delivery,
});
