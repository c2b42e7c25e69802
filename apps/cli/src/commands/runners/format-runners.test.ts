import type { RunnerCredential } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { formatRunners } from './format-runners.ts';

const now = 1_800_000_000;
const runner = (changes: Partial<RunnerCredential>): RunnerCredential => ({
  id: 1,
  name: 'one',
  owner: '',
  protected: false,
  created_by: 'ada',
  created: now - 100_000,
  expires: 0,
  registered: now - 90_000,
  last_used: now,
  connected: true,
  running: 0,
  ...changes,
});

it('prints a line for each runner', () => {
  const runners = [
    runner({ running: 2 }),
    runner({ name: 'ada/gpu', protected: true, labels: { gpu: 'yes' }, connected: false }),
    runner({ name: 'old', connected: false, last_used: now - 90_000 }),
    runner({ name: 'new', registered: 0, expires: now + 60, connected: false }),
    runner({ name: 'late', registered: 0, expires: now - 60, connected: false }),
  ];
  expect(formatRunners(runners, now)).toBe(
    [
      'one      connected, 2 running',
      'ada/gpu  last seen just now          protected, gpu:yes',
      'old      last seen 1 day ago',
      'new      waits for its registration',
      'late     its token has expired',
    ].join('\n'),
  );
  expect(formatRunners([], now)).toBe('No runners have credentials of their own.');
});
