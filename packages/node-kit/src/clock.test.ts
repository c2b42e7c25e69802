import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';

it('returns the time in seconds and milliseconds', () => {
  const beforeMs = Date.now();
  expect(systemClock.nowMs()).toBeGreaterThanOrEqual(beforeMs);
  expect(systemClock.nowSec()).toBeGreaterThanOrEqual(Math.floor(beforeMs / 1000));
  expect(Number.isInteger(systemClock.nowSec())).toBe(true);
});

it.each([60_000, 2 ** 40])('ends a wait of %i ms when its signal aborts', async (ms) => {
  const ended = new AbortController();
  let isDone = false;
  const waiting = systemClock.wait(ms, ended.signal).then(() => {
    isDone = true;
  });
  await systemClock.wait(5);
  expect(isDone).toBe(false);
  ended.abort();
  await waiting;
});

it('does not wait if its signal is already aborted', async () => {
  await systemClock.wait(60_000, AbortSignal.abort());
});
