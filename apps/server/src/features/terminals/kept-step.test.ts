import { expect, it } from 'vitest';
import { findKeptEnd, findNextCheck, findRunnerEnd, isAbandoned } from './kept-step.ts';

const kept = { created: 50, seen: 995, until: 1000, isPause: false };

it.each([
  ['is removed at its deadline', [], 1000, 'deadline'],
  ['stays if nobody has opened a terminal', [], 999, undefined],
  ['stays while a terminal is open', [{ seen: 100, ended: 0 }], 999, undefined],
  ['stays for a while after the last terminal', [{ seen: 100, ended: 200 }], 259, undefined],
  ['is removed after that', [{ seen: 100, ended: 200 }], 260, 'left'],
  [
    'counts from the last of several terminals',
    [
      { seen: 100, ended: 200 },
      { seen: 100, ended: 300 },
    ],
    300,
    undefined,
  ],
  [
    'stays if one of several terminals is open',
    [
      { seen: 100, ended: 200 },
      { seen: 100, ended: 0 },
    ],
    900,
    undefined,
  ],
])('an environment %s', (_, terminals, now, end) => {
  expect(findKeptEnd(kept, terminals, now)).toBe(end);
});

it('a paused step waits after the last terminal has ended', () => {
  const terminals = [{ seen: 100, ended: 200 }];
  expect(findKeptEnd({ ...kept, isPause: true }, terminals, 999)).toBeUndefined();
  expect(findKeptEnd({ ...kept, isPause: true }, terminals, 1000)).toBe('deadline');
});

it('a step that fails after a pause does not count the terminals of the pause', () => {
  expect(findKeptEnd({ ...kept, created: 200 }, [{ seen: 100, ended: 200 }], 999)).toBeUndefined();
});

it('an environment counts as removed if its runner is gone', () => {
  expect(findKeptEnd({ ...kept, seen: 100 }, [], 189)).toBeUndefined();
  expect(findKeptEnd({ ...kept, seen: 100 }, [], 190)).toBe('runner');
});

it.each([
  [[], 1000],
  [[{ seen: 100, ended: 0 }], 145],
  [[{ seen: 100, ended: 200 }], 260],
  [[{ seen: 100, ended: 990 }], 1000],
])('is looked at again in time: %j', (terminals, next) => {
  expect(findNextCheck(kept, terminals)).toBe(next);
});

it.each([
  [{ seen: 100, ended: 0 }, 144, false],
  [{ seen: 100, ended: 0 }, 145, true],
  [{ seen: 100, ended: 120 }, 500, false],
])('a terminal is abandoned when its page is gone: %j at %d', (terminal, now, abandoned) => {
  expect(isAbandoned(terminal, now)).toBe(abandoned);
});

it.each([
  ['is lost with its runner', 'running', 900, 'runner'],
  ['of a failed stage is lost with its runner', 'failure', 900, 'runner'],
  ['is removed with its cancelled build', 'killed', 900, 'cancelled'],
  ['is removed at its deadline by a runner whose clock is ahead', 'failure', 996, 'deadline'],
  ['of a cancelled build is removed at its deadline', 'killed', 1000, 'deadline'],
] as const)('an environment %s', (_, status, nowSec, end) => {
  expect(findRunnerEnd(kept, status, nowSec)).toBe(end);
});
