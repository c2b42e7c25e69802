import { type RetentionName, retentionNames } from '@millrace/contract/retention';
import { describe, expect, it } from 'vitest';
import {
  createRetention,
  exceeds,
  type OwnRetention,
  type RetainedBuild,
  type RetentionLimits,
  retentionOf,
} from './retention.ts';

const day = 86_400;
const nowSec = 1000 * day;

function limitsWith(set: Partial<RetentionLimits>): RetentionLimits {
  const none = Object.fromEntries(retentionNames.map((name) => [name, 0]));
  return { ...(none as RetentionLimits), ...set };
}

/** A successful push to main that finished some days ago. */
function build(number: number, ageDays: number, facts: Partial<RetainedBuild> = {}): RetainedBuild {
  const time = nowSec - ageDays * day - 1;
  return {
    number,
    status: 'success',
    event: 'push',
    target: 'main',
    deployTo: '',
    parent: 0,
    after: `${number}`,
    created: time,
    finished: time,
    isPinned: false,
    expired: [],
    bisection: 0,
    ...facts,
  };
}

/** Returns what is deleted, by build number. */
function decideAll(
  builds: RetainedBuild[],
  set: Partial<RetentionLimits>,
  { branches = ['main'], deployments = 2 } = {},
) {
  const limits = limitsWith(set);
  const decide = createRetention({ limits, nowSec, branches: new Set(branches), deployments });
  const decided = builds.map((each) => [each.number, decide(each)] as const);
  return Object.fromEntries(decided.filter(([, data]) => data.length > 0));
}

const newest = build(99, 0);
const promoted = (number: number, parent: number, facts: Partial<RetainedBuild> = {}) =>
  build(number, 100, { event: 'promote', deployTo: 'production', parent, ...facts });

describe('a limit', () => {
  it.each([
    ['no limit', {}, {}],
    ['an age', { build_days: 10 }, { 2: ['build'], 1: ['build'] }],
    ['a count, of all builds', { build_count: 3 }, { 2: ['build'], 1: ['build'] }],
    ['either of both', { build_days: 25, build_count: 4 }, { 1: ['build'] }],
    ['logs only', { log_days: 25 }, { 1: ['log'] }],
    ['artifacts only', { artifact_count: 4 }, { 1: ['artifact'] }],
    [
      'test results and builds',
      { test_days: 10, build_days: 25 },
      { 2: ['test'], 1: ['build', 'test'] },
    ],
  ])('deletes by %s', (_, set, deleted) => {
    const builds = [newest, build(4, 5), build(3, 9), build(2, 20), build(1, 30)];
    expect(decideAll(builds, set)).toEqual(deleted);
  });

  it('applies to the end of a build, not to its start', () => {
    const long = build(1, 30, { finished: nowSec });
    expect(decideAll([newest, long], { build_days: 10 })).toEqual({});
  });

  it('neither counts nor retains builds of bisections', () => {
    const ofBisection = (number: number) => build(number, 1, { bisection: 1 });
    const builds = [ofBisection(100), newest, ofBisection(5), build(4, 5), build(3, 9)];
    expect(decideAll(builds, { build_count: 2 })).toEqual({ 3: ['build'] });
    expect(decideAll([ofBisection(100), newest], { build_days: 0.5 })).toEqual({ 100: ['build'] });
  });

  it('deletes data once', () => {
    const builds = [newest, build(1, 30, { expired: ['log'] })];
    expect(decideAll(builds, { log_days: 1, test_days: 1 })).toEqual({ 1: ['test'] });
  });
});

describe('retained', () => {
  const all = { build_days: 10, build_count: 1, log_days: 1 };

  it.each([
    ['a pinned build', [newest, build(1, 100, { isPinned: true })]],
    ['a running build', [newest, build(1, 100, { status: 'running', finished: 0 })]],
    ['a build that waits for approval', [newest, build(1, 100, { status: 'blocked' })]],
    ['the newest build', [build(1, 100)]],
    ['the newest success', [build(2, 100, { status: 'failure' }), build(1, 100)]],
    [
      'the state of a branch, and its last success, behind restarts of older commits',
      [
        build(5, 0, { parent: 1, after: '1' }),
        build(4, 100, { parent: 3, after: '3', status: 'failure' }),
        build(3, 100, { status: 'failure' }),
        build(2, 100),
      ],
    ],
    ['deployments and what they deployed', [newest, promoted(3, 1), build(1, 100)]],
    [
      'a failed deployment, if it is the newest, and the successes before it',
      [
        newest,
        promoted(5, 1, { status: 'failure' }),
        promoted(4, 1),
        promoted(3, 1),
        build(1, 100),
      ],
    ],
  ])('%s', (_, builds) => {
    expect(decideAll(builds, all)).toEqual({});
  });

  it.each([
    ['an older success', [newest, build(1, 100)], [1]],
    ['an older failure', [newest, build(1, 100, { status: 'failure' })], [1]],
    ['a branch that does not exist', [newest, build(1, 100, { target: 'old' })], [1]],
    ['a pull request', [newest, build(1, 100, { event: 'pull_request' })], [1]],
    [
      'a deployment before those',
      [
        newest,
        promoted(6, 5),
        build(5, 100),
        promoted(4, 3),
        build(3, 100),
        promoted(2, 1),
        build(1, 100),
      ],
      [2, 1],
    ],
  ])('not %s', (_, builds, deleted) => {
    expect(Object.keys(decideAll(builds, all)).map(Number)).toEqual(deleted.toSorted());
  });

  it('for each environment and each branch', () => {
    const builds = [
      newest,
      promoted(4, 0, { deployTo: 'staging' }),
      promoted(3, 0),
      build(2, 100, { target: 'next' }),
      build(1, 100, { target: 'next' }),
    ];
    expect(decideAll(builds, all, { branches: ['main', 'next'] })).toEqual({ 1: ['build', 'log'] });
  });
});

it.each<[OwnRetention[RetentionName], server: number, effective: number]>([
  [undefined, 30, 30],
  [{ value: 10, isBeyond: false }, 30, 10],
  [{ value: 60, isBeyond: false }, 30, 30],
  [{ value: 0, isBeyond: false }, 30, 30],
  [{ value: 60, isBeyond: true }, 30, 60],
  [{ value: 0, isBeyond: true }, 30, 0],
  [{ value: 60, isBeyond: false }, 0, 60],
])('the limit %j of a repository on a server with %i is %i', (own, server, effective) => {
  const limits = retentionOf(own ? { log_days: own } : {}, limitsWith({ log_days: server }));
  expect(limits.log_days).toBe(effective);
});

it.each([
  [0, 0, false],
  [5, 0, false],
  [0, 5, true],
  [6, 5, true],
  [5, 5, false],
])('%i exceeds %i: %s', (limit, other, expected) => {
  expect(exceeds(limit, other)).toBe(expected);
});
