import type { StepState } from './test-result-store.ts';

/** Number of blocks of one level that are merged into one block of the next level. */
const blocksOfLevel = 8;

/**
 * Chooses the blocks that are merged with a new report. Each result is packed once for each level, and a step
 * with a thousand reports has about twenty blocks. A report that replaces another one is merged with all
 * blocks, to remove the old results.
 */
export function chooseBlocks({ blocks, isReplaced }: StepState): { level: number; ids: number[] } {
  if (isReplaced) {
    return { level: blocks.at(-1)?.level ?? 0, ids: blocks.map(({ id }) => id) };
  }
  const ids: number[] = [];
  for (let level = 0; ; level++) {
    const ofLevel = blocks.filter((block) => block.level === level);
    if (ofLevel.length + 1 < blocksOfLevel) return { level, ids };
    ids.push(...ofLevel.map(({ id }) => id));
  }
}
