import type { QueuedStage } from '../queue.ts';

/** Creates the first stage of build `id * 10`. It waits for a runner by default. */
export const queuedStage = (id: number, changes: Partial<QueuedStage> = {}): QueuedStage => ({
  id,
  repoId: 1,
  namespace: 'octo',
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
  priority: 0,
  ...changes,
});
