import { expect, it } from 'vitest';
import { chooseBlocks } from './choose-blocks.ts';

type Block = { id: number; level: number };
const state = (blocks: Block[], isReplaced = false) => ({
  tests: 0,
  number: 1,
  isReplaced,
  blocks,
});

it('packs each of a thousand reports a few times, into few blocks', () => {
  let blocks: Block[] = [];
  const sizes = new Map<number, number>();
  let packed = 0;
  for (let id = 1; id <= 1000; id++) {
    const { level, ids } = chooseBlocks(state(blocks));
    const size = 1 + ids.reduce((sum, each) => sum + (sizes.get(each) ?? 0), 0);
    packed += size;
    sizes.set(id, size);
    blocks = [...blocks.filter((block) => !ids.includes(block.id)), { id, level }].sort(
      (one, other) => one.level - other.level || one.id - other.id,
    );
  }
  expect(blocks.reduce((sum, { id }) => sum + (sizes.get(id) ?? 0), 0)).toBe(1000);
  expect(blocks.length).toBeLessThan(25);
  expect(packed).toBeLessThan(5000);
});

it('merges all blocks if a report is replaced', () => {
  const blocks = [
    { id: 3, level: 0 },
    { id: 1, level: 2 },
  ];
  expect(chooseBlocks(state(blocks, true))).toEqual({ level: 2, ids: [3, 1] });
  expect(chooseBlocks(state([], true))).toEqual({ level: 0, ids: [] });
});
