import { defineSettings } from '@millrace/node-kit/settings/define-settings';

export const notificationSettings = defineSettings({
  networks: {
    name: 'MILLRACE_NOTIFY_NETWORKS',
    kind: 'networks',
    text: 'Addresses and networks of your own, separated by commas, to which notifications may be sent. See [Notifications](notifications.md).',
  },
  maxSubscriptions: {
    name: 'MILLRACE_NOTIFY_SUBSCRIPTIONS',
    kind: 'whole',
    default: 20,
    min: 0,
    max: 1000,
    text: 'Maximum number of notification subscriptions of a repository, and of an account.',
  },
  deliveryDays: {
    name: 'MILLRACE_NOTIFY_DAYS',
    kind: 'whole',
    default: 30,
    min: 2,
    max: 36_500,
    text: 'Retention of sent messages: days (at least 2), and number for each subscription. Messages of the last day remain.',
  },
  maxDeliveries: {
    name: 'MILLRACE_NOTIFY_DELIVERIES',
    kind: 'whole',
    default: 200,
    min: 1,
    max: 10_000,
  },
  maxAsked: {
    name: 'MILLRACE_NOTIFY_TESTS',
    kind: 'whole',
    default: 30,
    min: 0,
    max: 1000,
    text: 'Maximum number of test messages and repetitions of a subscription per hour.',
  },
  digestHour: {
    name: 'MILLRACE_NOTIFY_DIGEST_HOUR',
    kind: 'whole',
    default: 6,
    min: 0,
    max: 23,
    text: 'Hour of the day in UTC at which digests are sent, weekly ones on Monday.',
  },
});
