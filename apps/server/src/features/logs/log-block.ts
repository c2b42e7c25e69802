import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { Line } from '@millrace/contract/api';
import { LineCounter } from '@millrace/contract/log-lines';
import type { StoredLine } from '../../domain/stored-line.ts';

/** Entries that are stored together: a JSON object for each, compressed with zstd. */
export interface LogBlock {
  first_pos: number;
  last_pos: number;
  /** Length of the uncompressed text, in bytes of UTF-8. */
  bytes: number;
  lines: Uint8Array;
}

/** Block with the number of the line that the next entry starts or continues; null if that is its position. */
export interface NumberedBlock extends LogBlock {
  next_line: number | null;
}

export type PackedLines = Pick<LogBlock, 'bytes' | 'lines'>;

/** A block is larger only if it consists of one entry. */
export const maxBlockBytes = 256 * 1024;
/**
 * Smaller blocks are compressed and decompressed synchronously, which takes about 0.1 ms. Larger ones are
 * processed in another thread, so that they do not block the event loop.
 */
const maxSyncBytes = 32 * 1024;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Packs entries into blocks, in their order. `counter` has numbered the lines of the entries before them. */
export async function packEntries(
  entries: readonly Line[],
  counter = new LineCounter(),
): Promise<{ blocks: NumberedBlock[]; stored: StoredLine[] }> {
  const blocks: NumberedBlock[] = [];
  const stored: StoredLine[] = [];
  let texts: string[] = [];
  let bytes = 0;
  let position = { firstPos: 0, lastPos: 0, nextLine: null as number | null };
  const close = async (): Promise<void> => {
    if (texts.length > 0) blocks.push(await packText(texts.join(''), position));
    texts = [];
    bytes = 0;
  };
  for (const entry of entries) {
    const { pos } = entry;
    const json = toJson(counter.number(entry));
    const text = `${json}\n`;
    const length = Buffer.byteLength(text);
    if (bytes + length > maxBlockBytes) await close();
    const firstPos = texts.length === 0 ? pos : position.firstPos;
    position = { firstPos, lastPos: pos, nextLine: counter.nextLine };
    texts.push(text);
    bytes += length;
    stored.push({ pos, json });
  }
  await close();
  return { blocks, stored };
}

/** Returns an entry as it is stored and sent. The position is the first key. */
export function toJson({ pos, out, time, line }: Line): string {
  return JSON.stringify({ pos, out, time, line });
}

/** Merges blocks, which must be in the order of their lines. */
export async function mergeBlocks(blocks: readonly NumberedBlock[]): Promise<NumberedBlock> {
  const texts: Buffer[] = [];
  for (const block of blocks) texts.push(await unpackBlock(block));
  const first = blocks.at(0);
  const last = blocks.at(-1);
  if (!first || !last) throw new Error('There are no blocks to merge');
  return packText(Buffer.concat(texts), {
    firstPos: first.first_pos,
    lastPos: last.last_pos,
    nextLine: last.next_line,
  });
}

export async function unpackBlock(block: PackedLines): Promise<Buffer> {
  return block.bytes <= maxSyncBytes
    ? unpackBlockSync(block)
    : await decompress(block.lines, roomFor(block));
}

/** Same as `unpackBlock`, but synchronous, for worker threads. */
export function unpackBlockSync(block: PackedLines): Buffer {
  return zstdDecompressSync(block.lines, roomFor(block));
}

/** Reserves one buffer for the whole text. */
function roomFor({ bytes }: PackedLines) {
  return { chunkSize: bytes + 64 };
}

/** Returns the part of a block's text with the positions from `from` up to, but not including, `to`. */
export function cutText(text: Buffer, from: number, to: number): Buffer {
  const start = findLine(text, from, 0);
  return text.subarray(start, findLine(text, to, start));
}

/** Returns the offset of the first line at or after this position. Positions increase. */
function findLine(text: Buffer, pos: number, start: number): number {
  let before = start;
  let end = text.length;
  while (before < end) {
    const middle = Math.floor((before + end) / 2);
    const line = text.lastIndexOf(newline, middle - 1) + 1;
    if (readPos(text, line) < pos) before = text.indexOf(newline, middle) + 1;
    else end = line;
  }
  return before;
}

const newline = 0x0a;
const posStart = '{"pos":'.length;
const maxPosLength = 16;

/** Returns the position of the line that starts at this offset. */
function readPos(text: Buffer, at: number): number {
  const digits = text.toString('latin1', at + posStart, at + posStart + maxPosLength);
  return Number.parseInt(digits, 10);
}

async function packText(
  text: string | Buffer,
  { firstPos, lastPos, nextLine }: { firstPos: number; lastPos: number; nextLine: number | null },
): Promise<NumberedBlock> {
  const bytes = Buffer.byteLength(text);
  const lines = bytes <= maxSyncBytes ? zstdCompressSync(text) : await compress(text);
  return { first_pos: firstPos, last_pos: lastPos, bytes, lines, next_line: nextLine };
}
