import { expect, it } from 'vitest';
import { SharedRead } from './shared-read.ts';

function setUp() {
  const readings: PromiseWithResolvers<string>[] = [];
  const shared = new SharedRead(() => {
    const reading = Promise.withResolvers<string>();
    readings.push(reading);
    return reading.promise;
  });
  return { readings, shared };
}

it('reads once for concurrent callers, after the read in progress', async () => {
  const { readings, shared } = setUp();
  const first = shared.take();
  const [second, third] = [shared.take(), shared.take()];
  expect(readings).toHaveLength(1);
  readings[0]?.resolve('old');
  expect(await first).toBe('old');
  await expect.poll(() => readings.length).toBe(2);
  readings[1]?.resolve('new');
  expect(await Promise.all([second, third])).toEqual(['new', 'new']);
});

it('reads again after a failed read', async () => {
  const { readings, shared } = setUp();
  const [first, second] = [shared.take(), shared.take()];
  readings[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => readings.length).toBe(2);
  readings[1]?.resolve('there');
  expect(await second).toBe('there');
});

it('returns a recent value if its age is acceptable', async () => {
  const { readings, shared } = setUp();
  const first = shared.takeRecent(60_000);
  readings[0]?.resolve('old');
  expect(await first).toBe('old');
  expect(await shared.takeRecent(60_000)).toBe('old');
  expect(readings).toHaveLength(1);
  const fresh = shared.takeRecent(-1);
  readings[1]?.resolve('new');
  expect(await fresh).toBe('new');
});
