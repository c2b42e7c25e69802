import { expect, it } from 'vitest';
import type { QueuedStage } from './queue.ts';
import type { RunnerScope } from './runner-scope.ts';
import { queuedStage as stage } from './testing/queued-stage.ts';
import { explainQueue, type KnownRunner, type Waiting } from './waiting.ts';

const claimed = { status: 'running', machine: 'one' } as const;
const runner = (changes: Partial<KnownRunner> = {}): KnownRunner => ({
  name: 'one',
  process: '',
  kind: 'pipeline',
  type: 'exec',
  os: 'linux',
  arch: 'amd64',
  running: 0,
  capacity: 2,
  freeSlots: 2,
  ...changes,
});
const anyScope: RunnerScope = { repoId: null, namespace: null, isProtected: false, labels: null };
const protectedScope = { ...anyScope, isProtected: true };
const rightsOf = () => ({ namespace: 'octo', isProtected: false });
const full = { running: 2, freeSlots: 0 };
const wanted = { type: 'exec', os: 'linux', arch: 'amd64', labels: {} };

interface Case {
  before?: QueuedStage[];
  stage?: Partial<QueuedStage>;
  runners?: KnownRunner[];
  isPaused?: boolean;
  expected: Waiting | null;
}

it.each<[string, Case]>([
  ['nothing but the next request of a free runner', { expected: null }],
  ['a paused queue', { isPaused: true, runners: [], expected: { reason: 'paused' } }],
  [
    'a runner if there is none',
    { runners: [], expected: { reason: 'no_runner', wanted, runners: [] } },
  ],
  [
    'a runner with its labels, with the known runners',
    {
      stage: { labels: { gpu: 'yes' }, variant: 'v7' },
      runners: [runner({ labels: { gpu: 'no' } })],
      expected: {
        reason: 'no_runner',
        wanted: { ...wanted, variant: 'v7', labels: { gpu: 'yes' } },
        runners: [{ name: 'one', ...wanted, labels: { gpu: 'no' } }],
      },
    },
  ],
  [
    'stages with its name',
    {
      before: [stage(1, claimed)],
      stage: { concurrency: 1 },
      expected: { reason: 'limit', limit: 1, holders: [{ build: 10, stage: 1 }] },
    },
  ],
  [
    'stages of its repository',
    {
      before: [stage(1, claimed), stage(2, { ...claimed, name: 'other' })],
      stage: { throttle: 2 },
      expected: {
        reason: 'throttle',
        limit: 2,
        holders: [
          { build: 10, stage: 1 },
          { build: 20, stage: 1 },
        ],
      },
    },
  ],
  [
    'a slot of the matching runners',
    {
      runners: [
        runner(full),
        runner({ name: 'two', ...full, capacity: undefined }),
        runner({ type: 'docker' }),
      ],
      expected: {
        reason: 'busy',
        position: 1,
        runners: [
          { name: 'one', running: 2, capacity: 2 },
          { name: 'two', running: 2 },
        ],
      },
    },
  ],
  [
    'its runners if all of them are paused',
    {
      runners: [runner({ isUnschedulable: true, freeSlots: 0 }), runner({ type: 'docker' })],
      expected: { reason: 'runners_paused', runners: ['one'] },
    },
  ],
  [
    'a slot of the runners that are not paused',
    {
      runners: [runner({ isUnschedulable: true, freeSlots: 0 }), runner({ name: 'two', ...full })],
      expected: {
        reason: 'busy',
        position: 1,
        runners: [
          { name: 'one', running: 0, capacity: 2 },
          { name: 'two', running: 2, capacity: 2 },
        ],
      },
    },
  ],
  [
    'a protected branch if all its runners are protected',
    {
      runners: [runner({ scope: protectedScope }), runner({ type: 'docker' })],
      expected: { reason: 'runners_protected', runners: ['one'] },
    },
  ],
  [
    'a runner, without a word about those of other owners',
    {
      runners: [
        runner({ scope: { ...anyScope, repoId: 2 } }),
        runner({ scope: { ...anyScope, namespace: 'other' } }),
        runner({ name: 'own', type: 'docker', scope: { ...anyScope, repoId: 1 } }),
      ],
      expected: {
        reason: 'no_runner',
        wanted,
        runners: [{ name: 'own', ...wanted, type: 'docker' }],
      },
    },
  ],
  [
    'a slot of the runners of its owner',
    {
      runners: [
        runner({ scope: { ...anyScope, repoId: 2 } }),
        runner({ name: 'own', ...full, scope: { ...anyScope, namespace: 'octo' } }),
      ],
      expected: {
        reason: 'busy',
        position: 1,
        runners: [{ name: 'own', running: 2, capacity: 2 }],
      },
    },
  ],
  [
    'earlier stages that can use the same runners',
    {
      before: [
        stage(1),
        stage(2, { type: 'docker' }),
        stage(3, claimed),
        stage(4, { status: 'blocked' }),
        stage(5, { repoId: 2, concurrency: 1 }),
        stage(6, { ...claimed, repoId: 2 }),
      ],
      runners: [runner({ freeSlots: 1, running: 1 })],
      expected: {
        reason: 'busy',
        position: 2,
        runners: [{ name: 'one', running: 1, capacity: 2 }],
      },
    },
  ],
  ['nothing if there are slots for all earlier stages', { before: [stage(1)], expected: null }],
])('waits for %s', (_, { before = [], stage: changes, runners = [runner()], ...rest }) => {
  const own = stage(9, changes);
  const queue = { open: [...before, own], runners, isPaused: rest.isPaused ?? false, rightsOf };
  expect(new Map(explainQueue(queue)).get(9)).toEqual(rest.expected);
});

it('counts each stage among those that can use one of its runners, in any order', () => {
  const exec = { os: 'linux', arch: 'amd64', freeSlots: 0 };
  const runners = [
    runner(exec),
    runner({ ...exec, name: 'two', arch: 'arm64' }),
    runner({ ...exec, name: 'any', os: '', arch: '' }),
  ];
  const open = [
    stage(1),
    stage(2, { arch: 'arm64' }),
    stage(3, { os: 'windows' }),
    stage(4, { labels: { gpu: 'yes' } }),
    stage(5),
    stage(6, claimed),
  ];
  const found = [...explainQueue({ open, runners, isPaused: false })].map(([id, waiting]) => [
    id,
    waiting?.reason === 'busy' ? waiting.position : waiting?.reason,
  ]);
  expect(found).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 'no_runner'],
    [5, 4],
    [6, undefined],
  ]);
});

it('counts the stages of each owner at its runners alone', () => {
  const scope = { ...anyScope, repoId: 2 };
  const runners = [runner({ freeSlots: 1, capacity: 1 }), runner({ name: 'own', ...full, scope })];
  const open = [stage(1), stage(2, { repoId: 2 }), stage(3, { repoId: 3 })];
  const found = [...explainQueue({ open, runners, isPaused: false, rightsOf })];
  const namesOf = (waiting: Waiting | null | undefined) =>
    waiting?.reason === 'busy' ? waiting.runners.map(({ name }) => name) : waiting;
  expect(found.map(([id, waiting]) => [id, namesOf(waiting)])).toEqual([
    [1, null],
    [2, ['one', 'own']],
    [3, ['one']],
  ]);
});
