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

it('lets one long job begin in each turn of the event loop, round-robin by key', async () => {
  const turns = new FairTurns();
  work();
  const begun: string[] = [];
  let turn = 0;
  const count = () => {
    turn += 1;
    if (begun.length < 5) setImmediate(count);
  };
  setImmediate(count);
  const begin = async (key: string) => {
    await turns.take(key);
    begun.push(`${key} ${turn}`);
    work();
  };
  await Promise.all(['a', 'a', 'a', 'a', 'b'].map(begin));
  expect(begun.map((each) => each.split(' ')[0])).toEqual(['a', 'b', 'a', 'a', 'a']);
  expect(new Set(begun).size).toBe(5);
});

it('delays nobody while the event loop has time', async () => {
  const turns = new FairTurns();
  const begun: string[] = [];
  const calls = ['a', 'b'].map(async (key) => {
    await turns.take(key);
    begun.push(key);
  });
  await null;
  expect(begun).toEqual(['a', 'b']);
  await Promise.all(calls);
});

it('lets short jobs begin in the same turn, and none before those that wait longer', async () => {
  const turns = new FairTurns();
  work();
  const begun: string[] = [];
  let turn = 0;
  const begin = async (key: string) => {
    await turns.take('one');
    begun.push(`${key} ${turn}`);
  };
  const count = () => {
    turn += 1;
    if (turn < 3) setImmediate(count);
  };
  setImmediate(count);
  const first = ['a', 'b'].map(begin);
  await first[0];
  // A call in the middle of a slice.
  await begin('late');
  await Promise.all(first);
  expect(begun).toEqual(['a 1', 'b 1', 'late 1']);
});
