import type { QueuedStage } from '../src/domain/queue.ts';

/** The first stage of build `id * 10`, which waits for a runner unless said otherwise. */
export const queuedStage = (id: number, changes: Partial<QueuedStage> = {}): QueuedStage => ({
  id,
  repoId: 1,
  buildNumber: id * 10,
  number: 1,
  name: 'build',
  kind: 'pipeline',
  type: 'exec',
  os: 'linux',
  arch: 'amd64',
  variant: '',
  kernel: '',
  labels: {},
  status: 'pending',
  machine: '',
  concurrency: 0,
  throttle: 0,
  ...changes,
});
