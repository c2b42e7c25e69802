import { expect, it } from 'vitest';
import { buildStatus, stepStatus } from './shown-status.ts';

it('shows a success with ignored failures as no plain one', () => {
  expect(buildStatus({ status: 'success', ignored_failures: 1 })).toBe('warned');
  expect(buildStatus({ status: 'success' })).toBe('success');
  expect(buildStatus({ status: 'failure', ignored_failures: 1 })).toBe('failure');
});

it('shows a failure that a step or a stage may have', () => {
  expect(stepStatus({ status: 'failure', errignore: true })).toBe('allowed_failure');
  expect(stepStatus({ status: 'success', errignore: true })).toBe('success');
  expect(stepStatus({ status: 'failure', errignore: false })).toBe('failure');
});
