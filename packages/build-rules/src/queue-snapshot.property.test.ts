import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fairOrder } from './fair-order.ts';
import {
  isClaimed,
  isQueued,
  listForRunner,
  type QueuedStage,
  type RunnerFilter,
} from './queue.ts';
import { QueueSnapshot } from './queue-snapshot.ts';
import type { RunnerScope } from './runner-scope.ts';
import { queuedStage } from './testing/queued-stage.ts';

const labels = fc.constantFrom<Record<string, string>>({}, { size: 'large' });
const stage: fc.Arbitrary<Partial<QueuedStage>> = fc.record({
  repoId: fc.integer({ min: 1, max: 5 }),
  name: fc.constantFrom('a', 'b'),
  type: fc.constantFrom('exec', 'docker'),
  os: fc.constantFrom('linux', 'windows'),
  priority: fc.integer({ min: -2, max: 2 }),
  concurrency: fc.constantFrom(0, 0, 1, 2),
  labels,
  status: fc.constantFrom('pending', 'pending', 'running', 'waiting_on_dependencies', 'blocked'),
  machine: fc.constantFrom('', '', 'one'),
});
const filter: fc.Arbitrary<RunnerFilter> = fc.record({
  kind: fc.constant('pipeline'),
  type: fc.constantFrom('exec', 'docker'),
  os: fc.constantFrom(undefined, 'linux'),
  arch: fc.constantFrom(undefined, 'amd64'),
  labels,
});

it('assigns stages in the order of the whole sorted queue', () => {
  fc.assert(
    fc.property(
      fc.array(stage, { maxLength: 40 }),
      fc.array(fc.constantFrom(0, 0, 1, 3), { minLength: 6, maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 6 }),
      fc.array(filter, { minLength: 1, maxLength: 3 }),
      (stages, throttles, served, filters) => {
        const open = stages.map((changes, index) =>
          queuedStage(index + 1, {
            ...changes,
            namespace: (changes.repoId ?? 0) > 3 ? 'other' : 'octo',
            throttle: throttles[changes.repoId ?? 0] ?? 0,
          }),
        );
        const turns = {
          repo: (repoId: number) => served[repoId] ?? 0,
          owner: (namespace: string) => served[namespace.length] ?? 0,
        };
        const snapshot = new QueueSnapshot(open);
        for (const each of filters) {
          // Turns are those among the stages that the runner may claim.
          const mayRun = new Set(listForRunner(open, each));
          const candidates = open.filter((stage) => isClaimed(stage) || mayRun.has(stage));
          const sorted = fairOrder(candidates, turns).filter(isQueued);
          expect([...snapshot.listFor(each, turns)]).toEqual(sorted);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

it('lists for a runner with an owner what any runner gets, without the stages of others', () => {
  const open = [1, 2, 3, 4].map((id) => queuedStage(id, { repoId: id % 2 }));
  const filter = { kind: 'pipeline', type: 'exec' };
  const snapshot = new QueueSnapshot(open);
  const idsFor = (scope?: RunnerScope) =>
    Array.from(
      snapshot.listFor(
        filter,
        { repo: () => 0, owner: () => 0 },
        scope && {
          scope,
          rightsOf: ({ id }) => ({ namespace: 'octo', isProtected: id === 3 }),
        },
      ),
      ({ id }) => id,
    );
  const scope = { repoId: 1, namespace: null, isProtected: false, labels: null };
  expect(idsFor()).toEqual([1, 2, 3, 4]);
  expect(idsFor(scope)).toEqual([1, 3]);
  expect(idsFor({ ...scope, isProtected: true })).toEqual([3]);
  expect(idsFor({ ...scope, labels: { gpu: 'yes' } })).toEqual([]);
  expect(idsFor()).toEqual([1, 2, 3, 4]);
});
