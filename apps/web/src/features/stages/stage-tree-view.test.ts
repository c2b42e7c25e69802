import { sampleStage, sampleStep } from '@millrace/contract/testing';
import { statuses } from '@millrace/contract/vocabulary';
import { expect, test } from 'vitest';
import { isExpandable } from './stage-tree-view.ts';

const closed = ['skipped', 'blocked', 'pending', 'waiting_on_dependencies'];

test.each(statuses)(
  'expands a stage with status %s only if it has started and has steps',
  (status) => {
    expect(isExpandable(sampleStage({ status, steps: [sampleStep()] }))).toBe(
      !closed.includes(status),
    );
    expect(isExpandable(sampleStage({ status, steps: [] }))).toBe(false);
  },
);
