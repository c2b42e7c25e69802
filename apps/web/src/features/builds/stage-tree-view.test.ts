import { sampleBuild, sampleStage, sampleStep } from '@millrace/contract/testing';
import { statuses } from '@millrace/contract/vocabulary';
import { expect, test } from 'vitest';
import { findSelection, isExpandable, isStageMissing, listFailures } from './stage-tree-view.ts';

const closed = ['skipped', 'blocked', 'pending', 'waiting_on_dependencies'];

test.each(statuses)('a stage that is %s', (status) => {
  expect(isExpandable(sampleStage({ status, steps: [sampleStep()] }))).toBe(
    !closed.includes(status),
  );
  expect(isExpandable(sampleStage({ status, steps: [] }))).toBe(false);
});

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

test('finds stage and step by number, not by place', () => {
  expect(findSelection(build, 3, 2).step?.status).toBe('failure');
  expect(findSelection(build, 2, 1)).toEqual({ stage: undefined, step: undefined });
  expect(isStageMissing(build, 3)).toBe(false);
  expect(isStageMissing(build, 4)).toBe(true);
});

test('the failing steps are those whose failure counts', () => {
  expect(listFailures(build)).toMatchObject([{ stage: 3, step: 2 }]);
  expect(listFailures(sampleBuild({ stages: [sampleStage()] }))).toEqual([]);
});
