import { RetryLaterError } from '@millrace/contract/api-errors';
import { systemClock } from '@millrace/node-kit/clock';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { SpreadChecks } from './spread-checks.ts';

const start = 1_700_000_000;
const never = new AbortController().signal;
let now = start;
/** Time of the last check of each item. */
let checked: Map<number, number>;
let asked: number[];
let answer: (item: number) => 'done' | 'again';

function checksOf(
  count: number,
  maxPerMinute = 1000,
  withinMinutes?: number,
): SpreadChecks<number> {
  checked = new Map(Array.from({ length: count }, (_, item) => [item, 0]));
  return new SpreadChecks<number>({
    clock: { ...systemClock, nowSec: () => now },
    logger: pino({ enabled: false }),
    count: async () => count,
    listDue: async (olderThan, _, limit) =>
      [...checked]
        .filter(([, at]) => at <= olderThan)
        .sort(([, one], [, other]) => one - other)
        .map(([item]) => item)
        .slice(0, limit),
    check: async (item) => {
      asked.push(item);
      return answer(item);
    },
    setChecked: async (item, at) => {
      checked.set(item, at);
    },
    groupOf: (item) => item % 10,
    maxPerMinute,
    ...(withinMinutes ? { withinMinutes } : {}),
    failure: 'failed',
  });
}

beforeEach(() => {
  now = start;
  asked = [];
  answer = () => 'done';
});

it.each([1, 7, 1000, 5000])(
  'checks each of %i items every hour, evenly distributed',
  async (count) => {
    const checks = checksOf(count, 10_000);
    const last = new Map<number, number>();
    for (let minute = 0; minute < 300; minute++) {
      asked = [];
      await checks.tick(never);
      expect(asked.length).toBeLessThanOrEqual(Math.ceil(count / 15));
      for (const item of asked) {
        expect(now - (last.get(item) ?? now)).toBeLessThan(3600);
        last.set(item, now);
      }
      now += 60;
    }
    expect(last.size).toBe(count);
    for (const at of last.values()) expect(now - at).toBeLessThan(3600);
  },
);

it.each([1, 2, 5, 30])('checks each item every %i minutes', async (withinMinutes) => {
  const checks = checksOf(500, 10_000, withinMinutes);
  const last = new Map<number, number>();
  for (let minute = 0; minute < 100; minute++) {
    asked = [];
    await checks.tick(never);
    for (const item of asked) {
      expect(now - (last.get(item) ?? now)).toBeLessThanOrEqual(withinMinutes * 60);
      last.set(item, now);
    }
    now += 60;
  }
  expect(last.size).toBe(500);
  for (const at of last.values()) expect(now - at).toBeLessThanOrEqual(withinMinutes * 60);
});

it('limits the checks per minute', async () => {
  await checksOf(5000, 20).tick(never);
  expect(asked).toHaveLength(20);
});

it('skips an account with an exceeded rate limit, and checks the others', async () => {
  answer = (item) => {
    if (item % 10 === 3) throw new RetryLaterError(503, 'Too many calls', 60);
    return 'done';
  };
  const checks = checksOf(150);
  for (let minute = 0; minute < 15; minute++, now += 60) await checks.tick(never);
  const limited = asked.filter((item) => item % 10 === 3);
  expect(limited.length).toBeLessThanOrEqual(15);
  expect(asked.filter((item) => item % 10 !== 3)).toHaveLength(135);
});

it('calls an unavailable forge three times a minute', async () => {
  answer = () => {
    throw new RetryLaterError(503, 'Away', 10);
  };
  const checks = checksOf(1000);
  await checks.tick(never);
  expect(asked).toHaveLength(3);
});

it('soon repeats checks that failed or were inconclusive', async () => {
  const answers = ['fails', 'again', 'done'];
  answer = () => {
    const next = answers.shift();
    if (next === 'fails') throw new Error('No answer');
    return next === 'again' ? 'again' : 'done';
  };
  const checks = checksOf(1);
  const times: number[] = [];
  for (let minute = 0; minute < 30; minute++, now += 60) {
    await checks.tick(never);
    if (asked.length > times.length) times.push(minute);
  }
  expect(times).toEqual([0, 5, 10]);
});

it('stops when the server stops', async () => {
  const stop = new AbortController();
  answer = () => {
    stop.abort();
    return 'done';
  };
  await checksOf(1000).tick(stop.signal);
  expect(asked).toHaveLength(1);
});
