import { expect, it } from 'vitest';
import {
  fitsRunner,
  listForRunner,
  ownFirst,
  type QueuedStage,
  type RunnerFilter,
} from './queue.ts';
import { queuedStage as stage } from './testing/queued-stage.ts';

const filter = { kind: 'pipeline', type: 'exec', os: 'linux', arch: 'amd64' };
const claimed = { status: 'running', machine: 'one' } as const;

it.each<[string, QueuedStage[], number | undefined]>([
  ['nothing', [], undefined],
  ['the oldest stage first', [stage(1), stage(2)], 1],
  ['no claimed stage', [stage(1, { machine: 'one' }), stage(2)], 2],
  [
    'no stage that waits for others',
    [stage(1, { status: 'waiting_on_dependencies' }), stage(2)],
    2,
  ],
  ['no blocked stage', [stage(1, { status: 'blocked' })], undefined],
  ['no stage of another type', [stage(1, { type: 'docker' }), stage(2)], 2],
  [
    'no stage for another platform',
    [stage(1, { arch: 'arm64' }), stage(2, { os: 'windows' })],
    undefined,
  ],
  [
    'a stage within its limit',
    [stage(1, { ...claimed, concurrency: 2 }), stage(2, { concurrency: 2 })],
    2,
  ],
  [
    'no stage beyond its limit',
    [stage(1, { ...claimed, concurrency: 1 }), stage(2, { concurrency: 1 })],
    undefined,
  ],
  [
    'a stage whose limit applies to another name',
    [stage(1, { ...claimed, name: 'other' }), stage(2, { concurrency: 1 })],
    2,
  ],
  [
    'a stage whose limit applies to another repository',
    [stage(1, { ...claimed, repoId: 2 }), stage(2, { concurrency: 1 })],
    2,
  ],
  ['a stage within the throttle', [stage(1, claimed), stage(2, { name: 'b', throttle: 2 })], 2],
  [
    'no stage beyond the throttle',
    [stage(1, claimed), stage(2, { name: 'b', throttle: 1 })],
    undefined,
  ],
  [
    'a stage whose throttle applies to another repository',
    [stage(1, { ...claimed, repoId: 2 }), stage(2, { throttle: 1 })],
    2,
  ],
  [
    'no stage beyond its limit but within the throttle',
    [stage(1, { ...claimed, concurrency: 1 }), stage(2, { concurrency: 1, throttle: 5 })],
    undefined,
  ],
  [
    'the stage after one at its limit',
    [stage(1, claimed), stage(2, { concurrency: 1 }), stage(3, { name: 'b' })],
    3,
  ],
])('offers %s', (_, open, expected) => {
  expect([...listForRunner(open, filter)][0]?.id).toBe(expected);
});

const plain = { kind: 'pipeline', type: 'exec' };
it.each<[Partial<QueuedStage>, Partial<RunnerFilter>, boolean]>([
  [{}, {}, true],
  [{ os: 'windows', arch: 'arm64', variant: 'v8' }, {}, true],
  [{}, { os: 'linux', arch: 'amd64' }, true],
  [{}, { os: 'linux' }, false],
  [{}, { os: 'linux', arch: 'amd64', variant: 'v7', kernel: '1809' }, true],
  [{ variant: 'v7' }, { os: 'linux', arch: 'amd64' }, false],
  [{ variant: 'v7' }, { os: 'linux', arch: 'amd64', variant: 'v7' }, true],
  [{ kernel: '1809' }, { os: 'linux', arch: 'amd64', kernel: '1903' }, false],
  [{ kernel: '1809' }, { os: 'linux', arch: 'amd64', kernel: '1809' }, true],
  [{ labels: { a: '1' } }, {}, false],
  [{}, { labels: { a: '1' } }, false],
  [{ labels: { a: '1' } }, { labels: { a: '2' } }, false],
  [{ labels: { a: '1' } }, { labels: { a: '1', b: '2' } }, false],
  [{ labels: { a: '1', b: '2' } }, { labels: { b: '2', a: '1' } }, true],
  [{ labels: { constructor: 'x' } }, { labels: { a: 'x' } }, false],
  [{ kind: 'other' }, {}, false],
])('a stage with %j fits a runner with %j: %s', (wanted, offered, expected) => {
  expect(fitsRunner(stage(1, wanted), { ...plain, ...offered })).toBe(expected);
});

it.each([
  [0, 1, 'abcde'],
  [0, 2, 'acebd'],
  [1, 2, 'bdace'],
  [2, 3, 'cabde'],
])('server %i of %i offers its own stages first, and finally all', (index, count, order) => {
  const stages = [...'abcde'].map((name) => stage(1, { name }));
  const offered = [...ownFirst(stages, { index, count })];
  expect(offered.map(({ name }) => name).join('')).toBe(order);
});

it('offers stages of low priority last, also if they are its own', () => {
  const stages = [stage(1), stage(3), stage(2, { priority: -1 })];
  const offered = [...ownFirst(stages, { index: 1, count: 2 })];
  expect(offered.map(({ id }) => id)).toEqual([3, 1, 2]);
});
