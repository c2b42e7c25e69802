import { type KnownRunner, type OpenStage, unknownHost } from '@millrace/build-rules';
import { runSlices } from '@millrace/node-kit/time-slice';
import { createRandom } from '@millrace/test-support/random';
import { expect, it } from 'vitest';
import { DurationModel } from './duration-model.ts';
import { estimateEnds } from './estimate-ends.ts';

const nowSec = 10_000;

function stage(id: number, facts: Partial<OpenStage> = {}): OpenStage {
  return {
    id,
    repoId: 1,
    namespace: 'octo',
    buildId: 1,
    buildNumber: 1,
    number: id,
    name: `s${id}`,
    kind: 'pipeline',
    type: 'exec',
    status: 'pending',
    error: '',
    exitCode: 0,
    machine: '',
    runner: '',
    os: 'linux',
    arch: 'amd64',
    variant: '',
    kernel: '',
    labels: {},
    concurrency: 0,
    throttle: 0,
    priority: 0,
    dependsOn: [],
    onSuccess: true,
    onFailure: false,
    decidedBy: '',
    decisionNote: '',
    attempt: 1,
    retries: 0,
    failureCause: '',
    clusterWait: '',
    cleansUp: false,
    ignoresFailure: false,
    manual: '',
    needsApproval: false,
    matrixOf: '',
    retry: { max: 0, causes: [], exitCodes: [], infrastructure: 0 },
    host: unknownHost,
    started: 0,
    stopped: 0,
    created: 0,
    updated: 0,
    version: 1,
    ...facts,
  };
}

const runner = (freeSlots: number, facts: Partial<KnownRunner> = {}): KnownRunner => ({
  name: 'mill',
  process: '',
  kind: 'pipeline',
  type: 'exec',
  running: 0,
  freeSlots,
  ...facts,
});

/** Estimates with stages that always take 100 seconds, give or take one. */
function estimate(
  open: OpenStage[],
  runners: KnownRunner[],
  failing: string[] = [],
  paused = new Set<number>(),
) {
  const builds = Array.from({ length: 40 }, (_, at) => at);
  const modelOf = (name: string) =>
    new DurationModel(
      builds.map((build) => ({
        build,
        seconds: 99 + build / 20,
        hasFailed: failing.includes(name),
      })),
    );
  const models = new Map(open.map(({ name }) => [name, modelOf(name)]));
  const histories = new Map(open.map(({ buildId }) => [buildId, { builds, models }]));
  models.delete('unknown');
  const random = () => upTo(1);
  const { upTo } = createRandom(1);
  return runSlices(estimateEnds({ nowSec, open, runners, histories, paused, random }));
}

const about = (seconds: number) => ({
  low: expect.closeTo(seconds, -1),
  likely: expect.closeTo(seconds, -1),
  high: expect.closeTo(seconds, -1),
});

it('starts stages when a slot is free, the oldest first', () => {
  const { stages, builds } = estimate([stage(1), stage(2), stage(3)], [runner(2)]);
  expect(stages.get(2)).toEqual({ start: about(0), end: about(100) });
  expect(stages.get(3)).toEqual({ start: about(100), end: about(200) });
  expect(builds.get(1)).toEqual(about(200));
});

it('does not estimate a stage that a person continues, nor those that depend on it', () => {
  const claimed = { machine: 'mill', status: 'running' as const, started: nowSec - 60 };
  const after = stage(2, { status: 'waiting_on_dependencies', dependsOn: ['s1'] });
  const open = [stage(1, claimed), after, stage(3, { buildId: 2 })];
  const { stages, builds } = estimate(open, [runner(1, { running: 1 })], [], new Set([1]));
  expect([...stages.keys()]).toEqual([3]);
  expect([...builds.keys()]).toEqual([2]);
});

it('counts the slots of running stages, and the time that they have run', () => {
  const claimed = { machine: 'mill', status: 'running' as const, started: nowSec - 60 };
  const { stages } = estimate([stage(1, claimed), stage(2)], [runner(0, { running: 1 })]);
  expect(stages.get(1)).toEqual({ end: about(40) });
  expect(stages.get(2)).toEqual({ start: about(40), end: about(140) });
});

it('waits for dependencies, and skips them after a failure', () => {
  const waiting = { status: 'waiting_on_dependencies' as const, dependsOn: ['s1'] };
  const open = [stage(1), stage(2, waiting), stage(3, { ...waiting, onFailure: true })];
  expect(estimate(open, [runner(5)]).builds.get(1)).toEqual(about(200));
  const { stages } = estimate(open, [runner(5)], ['s1']);
  expect(stages.get(2)).toEqual({ start: about(100), end: about(100) });
  expect(stages.get(3)).toEqual({ start: about(100), end: about(200) });
});

it('respects the limits of names and repositories', () => {
  const limited = estimate([stage(1, { throttle: 1 }), stage(2, { throttle: 1 })], [runner(5)]);
  expect(limited.stages.get(2)).toEqual({ start: about(100), end: about(200) });
  const named = { name: 'same', concurrency: 1 };
  const { stages } = estimate([stage(1, named), stage(2, named)], [runner(5)]);
  expect(stages.get(2)).toEqual({ start: about(100), end: about(200) });
});

it('takes turns between repositories', () => {
  const other = stage(3, { repoId: 2, buildId: 2 });
  const { stages } = estimate([stage(1), stage(2), other], [runner(1)]);
  expect(stages.get(3)?.start).toEqual(about(100));
  expect(stages.get(2)?.start).toEqual(about(200));
});

it.each([
  ['no runner', stage(2, { type: 'docker' })],
  ['an approval to wait for', stage(2, { status: 'blocked' })],
  ['no earlier runs', stage(2, { name: 'unknown' })],
])('has no estimate for a stage with %s, its dependents and its build', (_, unknown) => {
  const dependent = stage(3, { status: 'waiting_on_dependencies', dependsOn: [unknown.name] });
  const { stages, builds } = estimate([stage(1), unknown, dependent], [runner(5)]);
  expect([...stages.keys()]).toEqual([1]);
  expect(builds.size).toBe(0);
});

it('gives nothing to a runner that is paused', () => {
  const { stages } = estimate([stage(1)], [runner(5, { isUnschedulable: true })]);
  expect(stages.size).toBe(0);
});
