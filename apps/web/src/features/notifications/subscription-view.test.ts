import { samplePersonalSubscription, sampleSubscription } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { findMessages } from '../../domain-ui/find-messages.ts';
import { textsIn } from '../../lib/i18n/texts.ts';
import { notificationMessages } from './messages.ts';
import { filterText, receiverText } from './subscription-view.ts';

const text = textsIn('en', notificationMessages);

const [host, recipients] = ['ci.example', ['ada@example.com', 'bob@example.com']];

test.each([
  ['ci.example', sampleSubscription({ host })],
  ['ci.example, signed', sampleSubscription({ host, channel: 'webhook', signed: true })],
  [
    'ada@example.com, bob@example.com',
    sampleSubscription({ channel: 'email', host: '', recipients }),
  ],
  [
    'ada@example.com, bob@example.com and 2 more',
    sampleSubscription({
      channel: 'email',
      recipients: [...recipients, 'c@d.example', 'e@f.example'],
    }),
  ],
  ['Your address', samplePersonalSubscription()],
])('names the receiver %s', (receiver, subscription) => {
  expect(receiverText(subscription, text)).toBe(receiver);
});

test.each([
  ['', sampleSubscription()],
  ['release/*', sampleSubscription({ branches: 'release/*' })],
  [
    'main · Push, Tag · Cron builds: daily digest',
    sampleSubscription({ branches: 'main', events: ['push', 'tag'], digest: 'daily' }),
  ],
  ['Builds that I started or wrote', samplePersonalSubscription()],
  ['octo/a, octo/b', samplePersonalSubscription({ scope: 'chosen', repos: ['octo/a', 'octo/b'] })],
  [
    'octo/a, octo/b and 1 more',
    samplePersonalSubscription({ scope: 'chosen', repos: ['octo/a', 'octo/b', 'octo/c'] }),
  ],
])('describes the conditions as "%s"', (conditions, subscription) => {
  expect(filterText(subscription, text, textsIn('en', findMessages).events)).toBe(conditions);
});
