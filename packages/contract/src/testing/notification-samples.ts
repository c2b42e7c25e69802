import type { Delivery, PersonalSubscription, Subscription } from '../api/index.ts';
import { nowSec } from './now-sec.ts';

/** A subscription of a repository, which announces failures in a chat. */
export function sampleSubscription(fields: Partial<Subscription> = {}): Subscription {
  return {
    id: 1,
    name: 'team',
    channel: 'slack',
    host: 'hooks.slack.com',
    recipients: [],
    signed: false,
    rule: 'failure',
    branches: '',
    events: [],
    digest: 'off',
    disabled: false,
    created: nowSec() - 3600,
    updated: nowSec() - 3600,
    ...fields,
  };
}

/** An e-mail subscription of an account, for the builds of its owner. */
export function samplePersonalSubscription(
  fields: Partial<PersonalSubscription> = {},
): PersonalSubscription {
  return {
    ...sampleSubscription({ name: 'mine', channel: 'email', host: '' }),
    scope: 'own',
    repos: [],
    ...fields,
  };
}

/** A message about a failed build that was sent. */
export function sampleDelivery(fields: Partial<Delivery> = {}): Delivery {
  return {
    id: 1,
    repo: 'octo/hello',
    build: 3,
    attempt: 1,
    kind: 'build',
    status: 'sent',
    tries: 1,
    cron: '',
    created: nowSec() - 120,
    tried: nowSec() - 119,
    response_status: 200,
    request: '{"text":"octo/hello #3 failed"}',
    response: 'ok',
    error: '',
    ...fields,
  };
}
