import { expect, it } from 'vitest';
import { readSeenRunners, type SeenRunner } from './seen-runner.ts';

const runnerOf = (filter: SeenRunner['filter']): SeenRunner => ({
  caller: { runner: 'tester', address: '10.0.0.1' },
  filter,
  name: 'm1',
  openRequests: 1,
  lastRequestSec: 1_795_576_931,
});
const runners = [
  runnerOf({ kind: 'pipeline', type: 'exec', os: 'linux', arch: 'amd64', capacity: 2 }),
  runnerOf({ kind: 'pipeline', type: 'exec', labels: { gpu: 'yes' } }),
];

it('reads the runners of another server', () => {
  expect(readSeenRunners(JSON.stringify(runners))).toEqual(runners);
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
