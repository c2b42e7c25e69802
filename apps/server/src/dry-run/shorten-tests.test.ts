import type { TestedBuild } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { shortenTests } from './shorten-tests.ts';

const build: TestedBuild = {
  number: 1,
  event: 'push',
  ref: 'refs/heads/main',
  title: '',
  status: 'success',
  created: 1,
  changes: [],
  stages: 1,
  error: '',
  incomparable: '',
  unknown_paths: false,
  seconds: { before: 60, after: 60 },
  unknown_durations: ['test: lint'],
};

it('keeps a short back-test', () => {
  const change = { stage: 'test', step: 'lint', change: 'added', reason: 'no step' } as const;
  const builds = [{ ...build, changes: [change] }];
  expect(shortenTests(builds)).toEqual(builds);
});

it('limits the number of changes and the length of texts', () => {
  const long = 'x'.repeat(10_000);
  const change = { stage: long, step: long, change: 'added', reason: long } as const;
  const changes = Array.from({ length: 500 }, () => change);
  const [short] = shortenTests([
    { ...build, changes, error: long, unknown_durations: changes.map(() => long) },
  ]);
  expect(short?.changes).toHaveLength(100);
  expect(short?.more_changes).toBe(400);
  expect(short?.error).toHaveLength(501);
  expect(JSON.stringify(short).length).toBeLessThan(110_000);
});
