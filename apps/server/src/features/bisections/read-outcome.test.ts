import type { Status } from '@millrace/contract/vocabulary';
import { expect, it } from 'vitest';
import { type FinishedRunBuild, readOutcome } from './read-outcome.ts';

const run = (
  build: Status,
  stage?: Status,
  step?: Status,
  failureCause: '' | 'runner' | 'timeout' = '',
): FinishedRunBuild => ({
  build: { status: build },
  stage: stage && { status: stage, failureCause },
  step: step && { status: step },
});

it.each([
  ['the step passed', run('success', 'success', 'success'), 'passed'],
  ['the step failed', run('failure', 'failure', 'failure'), 'failed'],
  ['a step failed before it', run('failure', 'failure', 'skipped'), 'unbuildable'],
  ['no step started', run('failure', 'failure'), 'unbuildable'],
  ['a stage failed before it', run('failure', 'skipped'), 'unbuildable'],
  ['the pipeline file has an error', run('error'), 'unbuildable'],
  ['the build was canceled', run('killed', 'killed', 'killed'), 'unclear'],
  ['the build was declined', run('declined', 'declined'), 'unclear'],
  ['the runner was lost', run('error', 'error', 'error', 'runner'), 'unclear'],
  ['the time of the stage was over', run('failure', 'failure', 'failure', 'timeout'), 'failed'],
] as const)('%s', (_, finished, expected) => {
  expect(readOutcome(finished, false)).toBe(expected);
});

it('does not count other failures of the step', () => {
  expect(readOutcome(run('failure', 'failure', 'failure'), true)).toBe('unclear');
});
