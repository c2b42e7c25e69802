import { expect, it } from 'vitest';
import { SlotsPerKey } from './slots-per-key.ts';

const busy = new Error('busy');
const slotsOf = (waiting: number) =>
  new SlotsPerKey({ count: 4, perKey: 2, waiting, refusal: () => busy });

it('keeps slots free from a key that uses up its share', async () => {
  const slots = slotsOf(9);
  const releases = [await slots.acquire('a'), await slots.acquire('a')];
  const third = slots.acquire('a');
  expect(await slots.run('b', async () => 'ran')).toBe('ran');
  const order: string[] = [];
  const waited = third.then((release) => {
    order.push('third');
    release();
  });
  order.push('released');
  for (const release of releases) release();
  await waited;
  expect(order).toEqual(['released', 'third']);
});

it('rejects waiting jobs above the limit of their key only', async () => {
  const slots = slotsOf(1);
  await slots.acquire('a');
  await slots.acquire('a');
  void slots.acquire('a');
  await expect(slots.acquire('a')).rejects.toBe(busy);
  await slots.acquire('b');
});
