import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inParts } from './in-parts.ts';

it('reads parts in order', async () => {
  const parts: number[][] = [];
  const results = await inParts([1, 2, 3, 4, 5], 2, async (part) => {
    parts.push(part);
    return part.map((each) => each * 10);
  });
  expect(parts).toEqual([[1, 2], [3, 4], [5]]);
  expect(results).toEqual([10, 20, 30, 40, 50]);
});

it('lets other work run after a part that took long', async () => {
  const order: string[] = [];
  void setImmediate().then(() => order.push('other work'));
  await inParts(['first', 'second'], 1, async ([part = '']) => {
    const until = performance.now() + 10;
    while (performance.now() < until);
    order.push(part);
    return [];
  });
  expect(order).toEqual(['first', 'other work', 'second']);
});
