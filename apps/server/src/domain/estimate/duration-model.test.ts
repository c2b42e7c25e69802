import { createRandom } from '@millrace/test-support/random';
import { expect, it } from 'vitest';
import { DurationModel } from './duration-model.ts';

const modelOf = (seconds: number[], failed: number[] = []) =>
  new DurationModel(
    seconds.map((each, build) => ({ build, seconds: each, hasFailed: failed.includes(build) })),
  );

it('divides the distribution equally between the runs', () => {
  const model = modelOf([30, 10, 20]);
  expect(model.quantile(0.25)).toBeCloseTo(10);
  expect(model.quantile(0.5)).toBeCloseTo(20);
  expect(model.quantile(0.75)).toBeCloseTo(30);
  expect(model.quantile(0.05)).toBeLessThan(10);
  expect(model.quantile(0.95)).toBeGreaterThan(30);
});

it('finds the part of the runs that are not longer', () => {
  const model = modelOf([10, 20, 30]);
  for (const part of [0.1, 0.4, 0.8]) {
    expect(model.partUpTo(model.quantile(part))).toBeCloseTo(part, 3);
  }
});

it('knows the position of an earlier build, and whether it failed', () => {
  const model = modelOf([30, 10, 20], [1]);
  expect(model.partOf(0, 0.5)).toBeCloseTo(2.5 / 3);
  expect(model.partOf(7, 0.5)).toBeUndefined();
  expect(model.hasFailed(0.1)).toBe(true);
  expect(model.hasFailed(0.9)).toBe(false);
});

it.each([3, 10, 59])('contains nine of ten further runs in its interval, with %d runs', (count) => {
  const { upTo } = createRandom(count);
  const run = () => Math.exp(4 + upTo(1) + upTo(1) + upTo(1));
  let inside = 0;
  const tries = 3000;
  for (let at = 0; at < tries; at++) {
    const model = modelOf(Array.from({ length: count }, run));
    const next = run();
    if (next >= model.quantile(0.05) && next <= model.quantile(0.95)) inside++;
  }
  expect(inside / tries).toBeGreaterThan(0.85);
  expect(inside / tries).toBeLessThan(0.95);
});
