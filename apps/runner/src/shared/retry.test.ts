import { expect, it } from 'vitest';
import { ManualClock, settle } from '../testing/manual-clock.ts';
import { retry } from './retry.ts';

function setUp(failures: number, final = false) {
  const clock = new ManualClock();
  const abort = new AbortController();
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
      isFinal: () => final,
      onRetry: (_, delayMs) => delays.push(delayMs),
    },
  );
  result.catch(() => undefined);
  return { clock, abort, delays, result };
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
