import { sampleBuild, sampleStage, sampleStep } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { findSelection, isStageMissing, listFailures } from './build-stages.ts';

const build = sampleBuild({
  stages: [
    sampleStage({ number: 1, steps: [sampleStep({ number: 1 })] }),
    sampleStage({
      number: 3,
      steps: [
        sampleStep({ number: 1, status: 'failure', errignore: true }),
        sampleStep({ number: 2, status: 'failure' }),
      ],
    }),
  ],
});

test('finds a stage and a step by number, not by position', () => {
  expect(findSelection(build, 3, 2).step?.status).toBe('failure');
  expect(findSelection(build, 2, 1)).toEqual({ stage: undefined, step: undefined });
  expect(isStageMissing(build, 3)).toBe(false);
  expect(isStageMissing(build, 4)).toBe(true);
});

test('lists failed steps, except those that are allowed to fail', () => {
  expect(listFailures(build)).toMatchObject([{ stage: 3, step: 2 }]);
  expect(listFailures(sampleBuild({ stages: [sampleStage()] }))).toEqual([]);
});
