import { expect, it } from 'vitest';
import { builtInRunnerOf, isLost, isReplacedBy, recoveryOf } from './lost-runner.ts';

it.each([
  [{ runner: '' }, 119, false],
  [{ runner: '' }, 120, true],
  [{ runner: 'folder.start' }, 120, true],
  [{ runner: builtInRunnerOf('a') }, 9999, false],
])('%j, silent for %i s: %s', (stage, silenceSec, expected) => {
  expect(isLost(stage, silenceSec)).toBe(expected);
});

it.each([
  ['pending', 'requeue'],
  ['running', 'fail'],
] as const)('recovers a %s stage: %s', (status, expected) => {
  expect(recoveryOf({ status })).toBe(expected);
});

const started = { machine: 'one', runner: 'folder.second' };
it.each([
  ['another start with its folder and name', 'one', 'folder.first', true],
  ['the same start', 'one', 'folder.second', false],
  ['another folder', 'one', 'other.first', false],
  ['another name, because folders get copied', 'two', 'folder.first', false],
  ['a runner without an id', 'one', '', false],
  ['an embedded runner', 'one', builtInRunnerOf('a'), false],
])('takes %s for replaced or not', (_, machine, runner, expected) => {
  expect(isReplacedBy({ machine, runner }, started)).toBe(expected);
});
