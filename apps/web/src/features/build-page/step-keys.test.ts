import { sampleBuild, sampleStage, sampleStep } from '@millrace/contract/testing';
import { expect, it } from 'vitest';
import { findByKey } from './step-keys.ts';

const steps = (...statuses: ('success' | 'failure' | 'skipped')[]) =>
  statuses.map((status, at) => sampleStep({ number: at + 1, status }));
const build = sampleBuild({
  status: 'failure',
  stages: [
    sampleStage({ number: 1, steps: steps('success', 'failure', 'skipped') }),
    sampleStage({ number: 2, steps: steps('failure', 'success') }),
  ],
});

it.each([
  [']', [1, 1], [1, 2]],
  [']', [1, 2], [2, 1]],
  [']', [2, 2], undefined],
  ['[', [2, 1], [1, 2]],
  ['[', [1, 1], undefined],
  ['n', [1, 1], [1, 2]],
  ['n', [1, 2], [2, 1]],
  ['n', [2, 1], [1, 2]],
] as const)('%s leads from %j to %j', (key, [stage = 0, step = 0], wanted) => {
  const [toStage, toStep] = wanted ?? [];
  const found = findByKey(key, build, { stage, step });
  expect(found && [found.stage, found.step]).toEqual(wanted && [toStage, toStep]);
});
