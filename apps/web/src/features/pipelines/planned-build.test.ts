import { MockApi } from '@millrace/contract/testing/mock-api';
import { expect, it } from 'vitest';
import { stageStatus } from '../../domain-ui/shown-status.ts';
import { toBuild } from './planned-build.ts';

const [push] = new MockApi().state.filePlan.builds;

it('draws what runs as waiting, and the rest as skipped', () => {
  if (!push) throw new Error('The sample has no build');
  const [test, release] = toBuild(push).stages ?? [];
  expect([test?.status, release?.status]).toEqual(['pending', 'skipped']);
  expect(release?.depends_on).toEqual(['test']);
  expect(test?.steps?.map(({ name, status }) => [name, status])).toEqual([
    ['clone', 'pending'],
    ['unit', 'pending'],
  ]);
});

it('marks a stage that a person starts, and a matrix that is decided later', () => {
  if (!push) throw new Error('The sample has no build');
  const pipelines = push.pipelines.map((pipeline) => ({
    ...pipeline,
    runs: true,
    manual: 'write' as const,
    matrix_from: ['plan'],
  }));
  const [stage] = toBuild({ ...push, pipelines }).stages ?? [];
  expect(stage && stageStatus(stage)).toBe('manual');
  expect(stage?.placeholder).toBe(true);
});
