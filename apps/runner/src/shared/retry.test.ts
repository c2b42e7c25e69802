import { expect, it } from 'vitest';
import { ManualClock, settle } from '../testing/manual-clock.ts';
import { retry } from './retry.ts';

function setUp(failures: number, final = false, maxMs = () => Number.POSITIVE_INFINITY) {
  const clock = new ManualClock();
  const abort = new AbortController();
  const hurry = new AbortController();
  const delays: number[] = [];
  let calls = 0;
  const result = retry(
    async () => {
      calls++;
      if (calls <= failures) throw new Error(`failure ${calls}`);
      return calls;
    },
    {
      clock,
      signal: abort.signal,
      hurry: hurry.signal,
      maxMs,
      isFinal: () => final,
      onRetry: (_, delayMs) => delays.push(delayMs),
    },
  );
  result.catch(() => undefined);
  return { clock, abort, hurry, delays, result };
}

it('doubles the delay up to a minute', async () => {
  const { clock, delays, result } = setUp(8);
  await settle();
  for (let round = 0; round < 8; round++) await clock.advance(clock.waitingMs[0] ?? 0);
  expect(await result).toBe(9);
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

it('gives up on a permanent error', async () => {
  await expect(setUp(1, true).result).rejects.toThrow('failure 1');
});

it('gives up when it is aborted', async () => {
  const { abort, result } = setUp(1);
  await settle();
  abort.abort();
  await expect(result).rejects.toThrow('aborted');
});

it('gives up when its time is over, with a last attempt', async () => {
  const { clock, delays, result } = setUp(100, false, () => 10_000);
  await settle();
  while (clock.waitingMs.length > 0) await clock.advance(clock.waitingMs[0] ?? 0);
  await expect(result).rejects.toThrow('failure 5');
  expect(delays).toEqual([1000, 2000, 4000, 3000]);
});

it('tries at once when it is to hurry, and pauses again afterwards', async () => {
  let maxMs = Number.POSITIVE_INFINITY;
  const { clock, hurry, delays, result } = setUp(100, false, () => maxMs);
  await settle();
  await clock.advance(1000);
  maxMs = 5000;
  hurry.abort();
  await settle();
  expect(delays).toEqual([1000, 2000, 4000]);
  await clock.advance(4000);
  await expect(result).rejects.toThrow('failure 4');
});
