import { expect, it } from 'vitest';
import { readFixture } from '../../testing/read-fixture.ts';
import { readSeenRunners } from './seen-runner.ts';

const stored = readFixture('runners-6b82ee89', import.meta.url);
const runners: object[] = JSON.parse(stored);

it('reads runners that an earlier version stored', () => {
  expect(readSeenRunners(stored)).toEqual(runners);
});

it('skips a runner that it cannot read, and no other one', () => {
  const [first, second] = runners;
  const changed = { ...first, filter: { kind: 7 } };
  expect(readSeenRunners(JSON.stringify([changed, second]))).toEqual([second]);
});

it('ignores fields of a newer version', () => {
  const [first] = runners;
  expect(readSeenRunners(JSON.stringify([{ ...first, region: 'x' }]))).toEqual([first]);
});

it('reads no runners from a value that is not a list', () => {
  expect(readSeenRunners('{"runners":[]}')).toEqual([]);
});
