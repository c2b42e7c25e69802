import type { Stage, UsualDuration } from '@millrace/contract/api';
import { sampleBuild, sampleStage, sampleStep } from '@millrace/contract/testing';
import type { Status } from '@millrace/contract/vocabulary';
import { expect, it } from 'vitest';
import { compareParameters, compareStages } from './compare-view.ts';

const part = (name: string, status: Status, seconds: number) => ({
  name,
  status,
  started: 100,
  stopped: 100 + seconds,
});
const build = (...stages: [string, Status, number, ...[string, Status, number][]][]) =>
  sampleBuild({
    stages: stages.map(
      ([name, status, seconds, ...steps], at): Stage =>
        sampleStage({
          ...part(name, status, seconds),
          number: at + 1,
          steps: steps.map(([stepName, stepStatus, stepSeconds], index) =>
            sampleStep({ ...part(stepName, stepStatus, stepSeconds), number: index + 1 }),
          ),
        }),
    ),
  });
const range = (stage_name: string, low: number, high: number): UsualDuration => ({
  stage_name,
  low,
  high,
  median: low,
  count: 9,
});
const changes = (...of: Parameters<typeof compareStages>) =>
  compareStages(...of).map(({ name, change, longer }) => `${name} ${change} ${longer}`);

it('pairs stages and steps by name, in any order', () => {
  const before = build(
    ['a', 'success', 5, ['one', 'success', 2], ['two', 'success', 3]],
    ['b', 'success', 1],
  );
  const after = build(
    ['c', 'success', 1],
    ['a', 'success', 5, ['two', 'success', 3], ['three', 'success', 1]],
  );
  expect(changes(before, after, [])).toEqual([
    'c added null',
    'a same 0',
    'two same 0',
    'three added null',
    'one gone null',
    'b gone null',
  ]);
  expect(compareStages(before, after, [])[1]?.stages).toEqual([1, 2]);
});

it.each<[string, Status, number, Status, number]>([
  ['a broken 3', 'success', 2, 'failure', 5],
  ['a broken 0', 'success', 2, 'killed', 2],
  ['a fixed 0', 'error', 2, 'success', 2],
  ['a slower 8', 'success', 4, 'success', 12],
  ['a same 6', 'success', 4, 'success', 10],
  ['a faster -5', 'success', 8, 'success', 3],
  // Faster than before, but still slower than usual.
  ['a same -10', 'success', 30, 'success', 20],
  ['a same null', 'success', 4, 'skipped', 0],
])('%s', (wanted, was, took, is, takes) => {
  const before = build(['a', was, took]);
  const after = build(['a', is, takes]);
  if (is === 'skipped') for (const stage of after.stages ?? []) stage.started = 0;
  expect(changes(before, after, [range('a', 4, 10)])).toEqual([wanted]);
});

it('marks nothing as slower without a usual duration', () => {
  expect(changes(build(['a', 'success', 1]), build(['a', 'success', 99]), [])).toEqual([
    'a same 98',
  ]);
});

it('lists the parameters that differ', () => {
  const before = sampleBuild({ params: { B: '1', SAME: 'x' } });
  const after = sampleBuild({ params: { A: '2', SAME: 'x' } });
  expect(compareParameters(before, after)).toEqual([
    { name: 'A', before: undefined, after: '2' },
    { name: 'B', before: '1', after: undefined },
  ]);
  expect(compareParameters(sampleBuild(), sampleBuild())).toEqual([]);
});
