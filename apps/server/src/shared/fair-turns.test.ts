import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FairTurns } from './fair-turns.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Takes longer than a slice. */
const work = () => vi.advanceTimersByTime(10);

it('lets one job begin in each turn of the event loop, round-robin by place', async () => {
  const turns = new FairTurns();
  work();
  const begun: string[] = [];
  let turn = 0;
  const count = () => {
    turn += 1;
    if (begun.length < 5) setImmediate(count);
  };
  setImmediate(count);
  const begin = async (place: string) => {
    await turns.take(place);
    begun.push(`${place} ${turn}`);
    work();
  };
  await Promise.all(['a', 'a', 'a', 'a', 'b'].map(begin));
  expect(begun.map((each) => each.split(' ')[0])).toEqual(['a', 'a', 'b', 'a', 'a']);
  expect(new Set(begun).size).toBe(5);
});

it('delays nobody while the event loop has time', async () => {
  const turns = new FairTurns();
  const begun: string[] = [];
  const calls = ['a', 'b'].map(async (place) => {
    await turns.take(place);
    begun.push(place);
  });
  await null;
  expect(begun).toEqual(['a', 'b']);
  await Promise.all(calls);
});
