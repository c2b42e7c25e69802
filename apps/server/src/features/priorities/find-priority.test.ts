import { priorities } from '@millrace/build-rules';
import type { RepoPriority } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { findPriority, raises, usualPriority } from './find-priority.ts';

const { high, normal, low } = priorities;
const push = { event: 'push', ref: 'refs/heads/main', target: 'main' } as const;
const tag = { event: 'tag', ref: 'refs/tags/v1', target: '' } as const;
const cron = { ...push, event: 'cron' } as const;
const rules: RepoPriority['rules'] = [
  { event: 'pull_request', priority: 'low' },
  { branch: 'hotfix/*', priority: 'high' },
  { event: 'cron', branch: 'main', priority: 'normal' },
  { branch: 'v*', priority: 'high' },
];

it.each([
  ['a push', push, usualPriority, normal],
  ['a cron job', cron, usualPriority, low],
  ['a repository of high priority', push, { priority: 'high', rules: [] }, high],
  ['its cron jobs', cron, { priority: 'high', rules: [] }, low],
  ['a repository of low priority', push, { priority: 'low', rules: [] }, low],
  ['no rule', push, { priority: 'normal', rules }, normal],
  ['an event', { ...push, event: 'pull_request' }, { priority: 'high', rules }, low],
  ['a branch', { ...push, target: 'hotfix/1' }, { priority: 'normal', rules }, high],
  ['an event and a branch', cron, { priority: 'low', rules }, normal],
  ['a tag', tag, { priority: 'normal', rules }, high],
] as const)('%s', (_, request, settings, expected) => {
  expect(findPriority(request, settings as RepoPriority)).toBe(expected);
});

it.each([
  ['nothing', usualPriority, usualPriority, false],
  ['a lower priority', usualPriority, { priority: 'low', rules: [] }, false],
  ['high', usualPriority, { priority: 'high', rules: [] }, true],
  ['a rule with high', usualPriority, { priority: 'normal', rules }, true],
  [
    'rules in another order',
    { priority: 'low', rules },
    { priority: 'low', rules: rules.toReversed() },
    false,
  ],
] as const)('raises others by %s: %s', (_, before, after, expected) => {
  expect(raises(before as RepoPriority, after as RepoPriority)).toBe(expected);
});
