import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import {
  delivery,
  newPersonalSubscription,
  newSubscription,
  personalSubscription,
  personalSubscriptionChange,
  previewRequest,
  previewResponse,
  recordedChoices,
  subscription,
  subscriptionChange,
} from './subscription.ts';

const repoPath = '/api/repos/:namespace/:name/notifications';
const ownPath = '/api/user/notifications';
const personalChoices = [...recordedChoices, 'scope'] as const;

export const listSubscriptions = defineEndpoint({
  method: 'GET',
  path: repoPath,
  access: 'admin',
  summary: 'List the notification subscriptions of a repository',
  output: z.array(subscription),
});

export const createSubscription = defineEndpoint({
  method: 'POST',
  path: repoPath,
  access: 'admin',
  summary: 'Add a notification subscription of a repository',
  audit: { action: 'notification.create', fields: recordedChoices },
  body: newSubscription,
  output: subscription,
});

export const previewNotification = defineEndpoint({
  method: 'POST',
  path: `${repoPath}/preview`,
  access: 'admin',
  summary: 'Show the message that a channel would send for the newest result, or for a sample',
  audit: 'none',
  body: previewRequest,
  output: previewResponse,
});

export const updateSubscription = defineEndpoint({
  method: 'PATCH',
  path: `${repoPath}/:subscription`,
  access: 'admin',
  summary: 'Change a notification subscription of a repository',
  audit: { action: 'notification.update', fields: recordedChoices },
  body: subscriptionChange,
  output: subscription,
});

export const deleteSubscription = defineEndpoint({
  method: 'DELETE',
  path: `${repoPath}/:subscription`,
  access: 'admin',
  summary: 'Delete a notification subscription of a repository, with its deliveries',
  audit: { action: 'notification.delete' },
});

export const testSubscription = defineEndpoint({
  method: 'POST',
  path: `${repoPath}/:subscription/test`,
  access: 'admin',
  summary: 'Send a test message',
  audit: { action: 'notification.test' },
  output: delivery,
});

export const listNotificationDeliveries = defineEndpoint({
  method: 'GET',
  path: `${repoPath}/:subscription/deliveries`,
  access: 'admin',
  summary: 'List the recent deliveries of a notification subscription, newest first',
  output: z.array(delivery),
});

export const resendNotification = defineEndpoint({
  method: 'POST',
  path: `${repoPath}/:subscription/deliveries/:delivery`,
  access: 'admin',
  summary: 'Send the message of a delivery again',
  audit: { action: 'notification.resend' },
  output: delivery,
});

export const listPersonalSubscriptions = defineEndpoint({
  method: 'GET',
  path: ownPath,
  access: 'session',
  summary: 'List the notification subscriptions of the signed-in account',
  output: z.array(personalSubscription),
});

export const createPersonalSubscription = defineEndpoint({
  method: 'POST',
  path: ownPath,
  access: 'session',
  accessToken: 'none',
  summary: 'Add a notification subscription of the signed-in account',
  audit: { action: 'notification.create', fields: personalChoices },
  body: newPersonalSubscription,
  output: personalSubscription,
});

export const previewPersonalNotification = defineEndpoint({
  method: 'POST',
  path: `${ownPath}/preview`,
  access: 'session',
  summary: 'Show the message that a channel would send for the newest result, or for a sample',
  audit: 'none',
  body: previewRequest,
  output: previewResponse,
});

export const updatePersonalSubscription = defineEndpoint({
  method: 'PATCH',
  path: `${ownPath}/:subscription`,
  access: 'session',
  accessToken: 'none',
  summary: 'Change a notification subscription of the signed-in account',
  audit: { action: 'notification.update', fields: personalChoices },
  body: personalSubscriptionChange,
  output: personalSubscription,
});

export const deletePersonalSubscription = defineEndpoint({
  method: 'DELETE',
  path: `${ownPath}/:subscription`,
  access: 'session',
  accessToken: 'none',
  summary: 'Delete a notification subscription of the signed-in account, with its deliveries',
  audit: { action: 'notification.delete' },
});

export const testPersonalSubscription = defineEndpoint({
  method: 'POST',
  path: `${ownPath}/:subscription/test`,
  access: 'session',
  accessToken: 'none',
  summary: 'Send a test message',
  audit: { action: 'notification.test' },
  output: delivery,
});

export const listPersonalNotificationDeliveries = defineEndpoint({
  method: 'GET',
  path: `${ownPath}/:subscription/deliveries`,
  access: 'session',
  summary: 'List the recent deliveries of a notification subscription, newest first',
  output: z.array(delivery),
});

export const resendPersonalNotification = defineEndpoint({
  method: 'POST',
  path: `${ownPath}/:subscription/deliveries/:delivery`,
  access: 'session',
  accessToken: 'none',
  summary: 'Send the message of a delivery again',
  audit: { action: 'notification.resend' },
  output: delivery,
});
