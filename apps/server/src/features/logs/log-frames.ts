import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import { type LogBlock, maxBlockBytes, mergeBlocks, type NumberedBlock } from './log-block.ts';

/** Position of a block in an object. The blocks of an object are consecutive zstd frames of one file. */
export interface LogFrame extends Omit<LogBlock, 'lines'> {
  from: number;
  to: number;
}

/** First position, last position, bytes of text, and size in the object. */
const storedFrame = z.tuple([z.number(), z.number(), z.number(), z.number()]);
type StoredFrame = z.infer<typeof storedFrame>;

export function writeFrames(blocks: readonly LogBlock[]): string {
  const frames = blocks.map<StoredFrame>(({ first_pos, last_pos, bytes, lines }) => {
    return [first_pos, last_pos, bytes, lines.length];
  });
  return JSON.stringify(frames);
}

/** Throws an error if the frames cannot be read: without them, a log would look empty. */
export function readFrames(text: string): LogFrame[] {
  const stored = parseJson(z.array(storedFrame), text);
  if (!stored)
    throw new Error('The frames of a log are not readable by this version of the server');
  let from = 0;
  return stored.map(([first_pos, last_pos, bytes, size]) => {
    const frame = { first_pos, last_pos, bytes, from, to: from + size };
    from += size;
    return frame;
  });
}

/** Merges consecutive small blocks into blocks of full size. Other blocks do not change. */
export async function mergeSmall(blocks: readonly NumberedBlock[]): Promise<NumberedBlock[]> {
  const merged: NumberedBlock[] = [];
  let row: NumberedBlock[] = [];
  let bytes = 0;
  const close = async (): Promise<void> => {
    const [only, ...more] = row;
    if (only) merged.push(more.length > 0 ? await mergeBlocks(row) : only);
    row = [];
    bytes = 0;
  };
  for (const block of blocks) {
    if (bytes + block.bytes > maxBlockBytes) await close();
    row.push(block);
    bytes += block.bytes;
  }
  await close();
  return merged;
}
