import type { StageWaiting } from '@millrace/contract/api';
import { expect, test } from 'vitest';
import { textsIn } from '../lib/i18n/texts.ts';
import { stageWaitingText } from './stage-waiting-text.ts';
import { waitingMessages } from './waiting-messages.ts';

test.each<[StageWaiting, string]>([
  [{ reason: 'approval' }, 'Waiting for approval.'],
  [{ reason: 'manual', stages: [] }, 'Waits to be started.'],
  [{ reason: 'manual', stages: ['test'] }, 'Waits to be started, then for test to finish.'],
  [{ reason: 'dependencies', stages: ['build', 'test'] }, 'Waiting for build, test to finish.'],
  [{ reason: 'paused' }, 'The queue is paused.'],
  [{ reason: 'runners_paused', runners: ['a', 'b'] }, 'The matching runners are paused: a, b.'],
  [
    { reason: 'runners_protected', runners: ['a', 'b'] },
    'The matching runners take only builds of protected branches and tags: a, b.',
  ],
  [
    { reason: 'limit', limit: 1, holders: [{ build: 7, stage: 1 }] },
    'Only 1 stage of this name may run at once; it waits for #7.',
  ],
  [
    { reason: 'throttle', limit: 2, holders: [7, 8].map((build) => ({ build, stage: 1 })) },
    'Only 2 stages of this repository may run at once; it waits for #7, #8.',
  ],
  [
    {
      reason: 'no_runner',
      wanted: { type: 'docker', os: 'linux', arch: 'arm64', labels: { disk: 'ssd' } },
      runners: [],
    },
    'No connected runner accepts docker pipelines for linux/arm64, disk:ssd.',
  ],
  [
    { reason: 'busy', position: 3, runners: [{ name: 'mill-1', running: 2, capacity: 2 }] },
    'The runners are busy: mill-1. It is number 3 in the queue.',
  ],
  [
    { reason: 'cluster', message: 'Unschedulable (0/1 nodes are available)' },
    'It waits for the cluster: Unschedulable (0/1 nodes are available)',
  ],
])('describes %o', (waiting, expected) => {
  expect(stageWaitingText(waiting, textsIn('en', waitingMessages))).toBe(expected);
});
