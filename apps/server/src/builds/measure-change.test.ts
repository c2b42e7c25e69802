import type { BuildState } from '@millrace/build-rules';
import { buildState } from '@millrace/build-rules/testing';
import { expect, it } from 'vitest';
import { Measurements } from '../shared/measurements.ts';
import { measureChange } from './measure-change.ts';

function measure(before: BuildState, after: BuildState) {
  const measurements = new Measurements();
  const facts: object[] = [];
  for (const name of ['stageStarted', 'stageFinished', 'buildFinished'] as const) {
    measurements.subscribe(name, (fact) => facts.push({ name, ...fact }));
  }
  measureChange(before, after, measurements);
  return facts;
}

const first = { name: 'first', status: 'success', started: 10, stopped: 40, created: 5 } as const;
const waiting = { name: 'next', dependsOn: ['first'], created: 5, labels: { gpu: 'yes' } };
const running = { ...waiting, started: 43, status: 'running' } as const;

it('measures the wait of a stage from the end of its last dependency', () => {
  const facts = measure(buildState([first, waiting]), buildState([first, running]));
  expect(facts).toMatchObject([{ name: 'stageStarted', labels: { gpu: 'yes' }, seconds: 3 }]);
});

it('measures the wait of a stage without dependencies from its creation', () => {
  const before = buildState([{ created: 5 }]);
  const facts = measure(before, buildState([{ created: 5, started: 9, status: 'running' }]));
  expect(facts).toMatchObject([{ name: 'stageStarted', seconds: 4 }]);
});

it('measures finished stages and builds', () => {
  const before = buildState([first, running], { status: 'running', started: 10 });
  const finished = { ...running, status: 'failure', stopped: 60 } as const;
  const build = { status: 'failure', started: 10, finished: 60 } as const;
  expect(measure(before, buildState([first, finished], build))).toMatchObject([
    { name: 'stageFinished', status: 'failure', seconds: 17 },
    { name: 'buildFinished', event: 'push', status: 'failure', seconds: 50 },
  ]);
});

it('measures a skipped stage as taking no time, and no change twice', () => {
  const skipped = buildState([{ ...waiting, status: 'skipped', stopped: 60 }]);
  expect(measure(buildState([waiting]), skipped)).toMatchObject([
    { status: 'skipped', seconds: 0 },
  ]);
  expect(measure(skipped, skipped)).toEqual([]);
});
