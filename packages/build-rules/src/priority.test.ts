import { expect, it } from 'vitest';
import { priorities, raiseWaiting } from './priority.ts';

const { next, high, normal, low, background } = priorities;
const raiseSec = 100;

it.each([
  ['below a step', low, 99, low],
  ['after a step', low, 100, normal],
  ['after two steps', low, 299, high],
  ['at most to the highest', low, 10_000, next],
  ['in the background', background, 300, high],
  ['of the usual priority', normal, 100, high],
  ['of high priority', high, 99, high],
  ['that a person has chosen', next, 10_000, next],
  ['of a clock that was set back', low, -50, low],
])('a stage %s', (_, priority, waited, raised) => {
  const stage = { priority, status: 'pending', machine: '', updated: 1000 };
  expect(raiseWaiting([stage], 1000 + waited, raiseSec)[0]?.priority).toBe(raised);
});

it('leaves stages that run or wait for others', () => {
  const stages = [
    { priority: low, status: 'running', machine: 'mill', updated: 0 },
    { priority: low, status: 'waiting_on_dependencies', machine: '', updated: 0 },
  ];
  expect(raiseWaiting(stages, 1000, raiseSec)).toEqual(stages);
});
