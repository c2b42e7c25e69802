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
