import type { BuildEvent, Status } from '@millrace/contract/vocabulary';
import { expect, it } from 'vitest';
import {
  isOlderRun,
  needsApproval,
  type RepoRules,
  refuseEvent,
  requestsSkip,
  supersedes,
} from './event-rules.ts';

const rules: RepoRules = {
  ignorePullRequests: false,
  ignoreForks: false,
  isProtected: false,
  autoCancelPullRequests: false,
  autoCancelPushes: false,
  autoCancelRunning: false,
};
const push = {
  event: 'push' as BuildEvent,
  isHook: true,
  isFork: false,
  title: '',
  message: 'Change',
};
const pull = { ...push, event: 'pull_request' as BuildEvent };

it.each<[string, Partial<RepoRules>, typeof push, boolean]>([
  ['a push', {}, push, true],
  ['a push that requests a skip', {}, { ...push, message: 'Docs [ci skip]' }, false],
  [
    'a pull request whose newest commit requests a skip',
    {},
    { ...pull, message: 'Docs [skip ci]' },
    false,
  ],
  ['a pull request whose title requests a skip', {}, { ...pull, title: '[ci skip] Draft' }, false],
  [
    'a tag of a commit that requests a skip',
    {},
    { ...push, event: 'tag', message: 'Release 1.2.3 [skip ci]' },
    true,
  ],
  ['a person, whatever the message', {}, { ...push, isHook: false, message: '[ci skip]' }, true],
  ['a pull request', {}, pull, true],
  ['a pull request, disabled', { ignorePullRequests: true }, pull, false],
  [
    'a restarted pull request, disabled',
    { ignorePullRequests: true },
    { ...pull, isHook: false },
    true,
  ],
  ['a fork', {}, { ...pull, isFork: true }, true],
  ['a fork, disabled', { ignoreForks: true }, { ...pull, isFork: true }, false],
  ['a pull request with forks disabled', { ignoreForks: true }, pull, true],
  ['a push with pull requests disabled', { ignorePullRequests: true }, push, true],
])('%s starts a build: see last column', (_, changed, facts, starts) => {
  expect(refuseEvent({ ...rules, ...changed }, facts) === null).toBe(starts);
});

it.each([
  ['protected', true, {}, {}, true],
  ['protected, signed', true, {}, { isSigned: true }, false],
  ['protected, by an approver', true, { isByApprover: true }, {}, false],
  ['open', false, {}, {}, false],
  ['a fork', false, { isFork: true }, {}, false],
  ['a fork that needs trust', false, { isFork: true }, { needsTrust: true }, true],
  ['the same, signed', false, { isFork: true }, { needsTrust: true, isSigned: true }, false],
  [
    'the same, by an approver',
    false,
    { isFork: true, isByApprover: true },
    { needsTrust: true },
    true,
  ],
  ['its own pull request', false, {}, { needsTrust: true }, false],
] as const)('decides on approval: %s', (_, isProtected, facts, file, expected) => {
  const known = { isSigned: false, needsTrust: false, ...file };
  const all = { isFork: false, isByApprover: false, ...facts };
  expect(needsApproval({ ...rules, isProtected }, all, known)).toBe(expected);
});

const build = (event: BuildEvent, ref: string, number: number, status: Status = 'pending') => ({
  event,
  ref,
  number,
  status,
  bisection: 0,
});
const pushes = { autoCancelPushes: true };
const pulls = { autoCancelPullRequests: true };
const running = { autoCancelRunning: true };
const newer = build('push', 'refs/heads/main', 5);
const newerPull = build('pull_request', 'refs/pull/7/head', 5);

it.each<[string, Partial<RepoRules>, ReturnType<typeof build>, ReturnType<typeof build>, boolean]>([
  ['pushes', pushes, newer, build('push', 'refs/heads/main', 4), true],
  ['pushes off', {}, newer, build('push', 'refs/heads/main', 4), false],
  ['pushes, pulls on only', pulls, newer, build('push', 'refs/heads/main', 4), false],
  ['another branch', pushes, newer, build('push', 'refs/heads/next', 4), false],
  ['another event', pushes, newer, build('custom', 'refs/heads/main', 4), false],
  ['a newer one', pushes, newer, build('push', 'refs/heads/main', 6), false],
  ['a running one', pushes, newer, build('push', 'refs/heads/main', 4, 'running'), false],
  [
    'a running one, on',
    { ...pushes, ...running },
    newer,
    build('push', 'refs/heads/main', 4, 'running'),
    true,
  ],
  [
    'a finished one',
    { ...pushes, ...running },
    newer,
    build('push', 'refs/heads/main', 4, 'success'),
    false,
  ],
  ['pull requests', pulls, newerPull, build('pull_request', 'refs/pull/7/head', 4), true],
  [
    'pull requests, pushes on only',
    pushes,
    newerPull,
    build('pull_request', 'refs/pull/7/head', 4),
    false,
  ],
  [
    'a build of a bisection',
    pushes,
    newer,
    { ...build('push', 'refs/heads/main', 4), bisection: 1 },
    false,
  ],
  ['another pull request', pulls, newerPull, build('pull_request', 'refs/pull/8/head', 4), false],
  [
    'one that waits for a person',
    pushes,
    newer,
    build('push', 'refs/heads/main', 4, 'blocked'),
    true,
  ],
])('auto-cancel, %s', (_, changed, next, older, expected) => {
  const isSuperseded =
    isOlderRun(next, older) && supersedes({ ...rules, ...changed }, older, [], new Set());
  expect(isSuperseded).toBe(expected);
});

it.each<[string, Status, Record<string, number>, string[], boolean]>([
  ['a running stage', 'running', { test: 5 }, ['test'], true],
  ['nothing that has started', 'pending', { test: 0, deploy: 0 }, ['test'], true],
  ['a stage that waits', 'running', { test: 5, deploy: 0 }, ['test'], true],
  ['another stage that has started', 'running', { test: 5, deploy: 6 }, ['test'], false],
  ['no interruptible stage', 'pending', { test: 0 }, [], false],
  ['a build that waits for a person', 'blocked', { test: 5, deploy: 0 }, ['test'], true],
  ['a build that has deployed', 'blocked', { deploy: 5, announce: 0 }, ['test'], false],
  ['a finished build', 'success', { test: 5 }, ['test'], false],
])('the file lets a newer build cancel %s', (_, status, started, interruptible, expected) => {
  const stages = Object.entries(started).map(([name, at]) => {
    return { name, matrixOf: '', started: at };
  });
  const older = build('push', 'refs/heads/main', 4, status);
  expect(supersedes(rules, older, stages, new Set(interruptible))).toBe(expected);
});

it.each([
  ['Update docs [ci skip]', true],
  ['[SKIP CI] docs', true],
  ['[no ci]', true],
  ['Bump the version ***NO_CI***', true],
  ['[***no_ci***]', true],
  ['skip ci', false],
  ['no_ci', false],
  ['Skip [ci] things', false],
])('%s skips: %s', (message, expected) => {
  expect(requestsSkip(message)).toBe(expected);
});
