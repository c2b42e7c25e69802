import type { TestedBuild } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { summarizeChange } from './summarize-change.ts';

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
  unknown_durations: [],
};
const added = (stage: string, step?: string) => ({
  stage,
  change: 'added' as const,
  reason: 'no step has this name',
  ...(step === undefined ? {} : { step }),
});

it('counts builds and the stages and steps that differ in them', () => {
  const summary = summarizeChange([
    { ...build, changes: [added('test', 'lint')], seconds: { before: 60, after: 90 } },
    { ...build, changes: [added('test', 'lint'), added('release')] },
    { ...build, seconds: { before: 40, after: 80 } },
    build,
    { ...build, error: 'there is no template', seconds: { before: 500, after: 0 } },
    { ...build, incomparable: 'the clone failed', seconds: { before: 500, after: 500 } },
  ]);
  expect(summary).toEqual({
    builds: 5,
    changed: 3,
    failed: 1,
    all_parts: 2,
    parts: [
      { stage: 'test', step: 'lint', change: 'added', builds: 2 },
      { stage: 'release', change: 'added', builds: 1 },
    ],
    seconds: { before: 60, after: 80 },
  });
});

it('lists at most 10 stages and steps', () => {
  const changes = Array.from({ length: 12 }, (_, at) => added(`stage ${at}`));
  const { parts, all_parts } = summarizeChange([{ ...build, changes }]);
  expect([parts.length, all_parts]).toEqual([10, 12]);
});

it('has no time without a build', () => {
  expect(summarizeChange([]).seconds).toEqual({ before: 0, after: 0 });
});
