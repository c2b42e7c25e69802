import { isDeepStrictEqual } from 'node:util';
import type { Line } from '@millrace/contract/api';
import type { Database, Db } from '../../db/database.ts';
import {
  cutText,
  type LogBlock,
  maxBlockBytes,
  mergeBlocks,
  packLines,
  toJson,
  unpackBlock,
} from './log-block.ts';
import { LogCache } from './log-cache.ts';

/** Lines that stand in one block, with positions from `from` up to, but not with, `to`. */
export interface LogPart {
  from: number;
  to: number;
  /** A line of JSON for each; a view of a larger text where the block holds more. */
  readText(): Promise<Buffer>;
}

/** A line as the store keeps it: JSON, ready to be sent. */
export interface StoredLine {
  pos: number;
  json: string;
}

/** More small blocks than can stand at the end of a log: each is less than half of the one before. */
const maxSmallBlocks = 32;

/**
 * Log lines of steps, in compressed blocks. A batch of lines takes in the blocks before it that are
 * not much larger than itself, so that a log in many small batches becomes a few large blocks while
 * it grows. Readers find their place by position: it does not matter to them which block a line is in.
 */
export class LogStore {
  private readonly db: Database;
  private readonly cache: LogCache;

  constructor(db: Database, cache = new LogCache()) {
    this.db = db;
    this.cache = cache;
  }

  /**
   * Stores the lines that are new, which it answers; a batch sent twice is taken once. Blocks are packed
   * before the transaction, which nobody waits for then, and again where the log changed meanwhile.
   */
  async append(stepId: number, lines: readonly Line[]): Promise<StoredLine[]> {
    for (;;) {
      const end = await readEnd(this.db, stepId);
      const added = inOrder(lines, end[0]?.last_pos ?? -1);
      const [first, ...rest] = await packLines(added);
      if (!first) return [];
      const before = await readSmallBlocks(this.db, stepId, end, first.bytes);
      const merged = before.length > 0 ? await mergeBlocks([...before, first]) : first;
      const isStored = await this.db.transaction().execute(async (trx) => {
        if (!isDeepStrictEqual(await readEnd(trx, stepId), end)) return false;
        // A log that was replaced meanwhile may be just as long.
        const merging = await readSmallBlocks(trx, stepId, end, first.bytes);
        if (!isDeepStrictEqual(merging, before)) return false;
        await deleteBlocks(trx, stepId, before);
        await insertBlocks(trx, stepId, [merged, ...rest]);
        return true;
      });
      if (isStored) return added.map((line) => ({ pos: line.pos, json: toJson(line) }));
    }
  }

  /** Puts these lines in the place of the whole log. */
  async replace(stepId: number, lines: readonly Line[]): Promise<void> {
    const blocks = await packLines(inOrder(lines, -1));
    await this.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('log_blocks').where('step_id', '=', stepId).execute();
      await insertBlocks(trx, stepId, blocks);
    });
    this.cache.forget(stepId);
  }

  /** In the transaction that says so of the step; {@link LogCache} is told after it. */
  async delete(stepId: number, db: Db): Promise<void> {
    await db.deleteFrom('log_blocks').where('step_id', '=', stepId).execute();
  }

  /** The position after the last line. */
  async findEnd(stepId: number): Promise<number> {
    const last = await this.db
      .selectFrom('log_blocks')
      .select('last_pos')
      .where('step_id', '=', stepId)
      .orderBy('last_pos', 'desc')
      .limit(1)
      .executeTakeFirst();
    return (last?.last_pos ?? -1) + 1;
  }

  /** The lines from `from` up to, but not with, `to`, block by block. */
  async *read(stepId: number, from: number, to: number): AsyncGenerator<LogPart> {
    for (let next = from; next < to; ) {
      const place = await this.findPlace(stepId, next);
      if (!place || place.first_pos >= to) return;
      const end = place.last_pos + 1;
      yield this.partOf(stepId, Math.max(next, place.first_pos), Math.min(end, to));
      next = end;
    }
  }

  /** The lines after `pos` of the next block; empty when there is none yet. */
  async readBlockAfter(stepId: number, pos: number): Promise<StoredLine[]> {
    const block = await this.findBlock(stepId, pos + 1);
    if (!block) return [];
    const text = cutText(await unpackBlock(block), pos + 1, block.last_pos + 1);
    return text.toString().split('\n').slice(0, -1).map(toStoredLine);
  }

  /** The block may have become part of another one by the time that it is read. */
  private partOf(stepId: number, from: number, to: number): LogPart {
    return {
      from,
      to,
      readText: async () => {
        const block = await this.findBlock(stepId, from);
        return block ? cutText(await unpackBlock(block), from, to) : Buffer.alloc(0);
      },
    };
  }

  /** Where the block is that holds the line at `pos`, or else the one after it. */
  private findPlace(
    stepId: number,
    pos: number,
  ): Promise<Pick<LogBlock, 'first_pos' | 'last_pos'> | undefined> {
    return this.db
      .selectFrom('log_blocks')
      .select(['first_pos', 'last_pos'])
      .where('step_id', '=', stepId)
      .where('last_pos', '>=', pos)
      .orderBy('last_pos')
      .limit(1)
      .executeTakeFirst();
  }

  /** The block that holds the line at `pos`, or else the one after it. */
  private findBlock(stepId: number, pos: number): Promise<LogBlock | undefined> {
    return this.db
      .selectFrom('log_blocks')
      .select(['first_pos', 'last_pos', 'bytes', 'lines'])
      .where('step_id', '=', stepId)
      .where('last_pos', '>=', pos)
      .orderBy('last_pos')
      .limit(1)
      .executeTakeFirst();
  }
}

type BlockSize = Pick<LogBlock, 'last_pos' | 'bytes'>;

/** The last blocks, the newest first. */
function readEnd(db: Db, stepId: number): Promise<BlockSize[]> {
  return db
    .selectFrom('log_blocks')
    .select(['last_pos', 'bytes'])
    .where('step_id', '=', stepId)
    .orderBy('last_pos', 'desc')
    .limit(maxSmallBlocks)
    .execute();
}

/** The blocks that become one with a batch of this size, oldest first. */
async function readSmallBlocks(
  db: Db,
  stepId: number,
  end: BlockSize[],
  batchBytes: number,
): Promise<LogBlock[]> {
  let bytes = batchBytes;
  let oldest: number | undefined;
  for (const block of end) {
    if (block.bytes > 2 * bytes || block.bytes + bytes > maxBlockBytes) break;
    bytes += block.bytes;
    oldest = block.last_pos;
  }
  if (oldest === undefined) return [];
  return db
    .selectFrom('log_blocks')
    .select(['first_pos', 'last_pos', 'bytes', 'lines'])
    .where('step_id', '=', stepId)
    .where('last_pos', '>=', oldest)
    .orderBy('last_pos')
    .execute();
}

async function deleteBlocks(db: Db, stepId: number, blocks: LogBlock[]): Promise<void> {
  const [oldest] = blocks;
  if (!oldest) return;
  await db
    .deleteFrom('log_blocks')
    .where('step_id', '=', stepId)
    .where('last_pos', '>=', oldest.last_pos)
    .execute();
}

async function insertBlocks(db: Db, stepId: number, blocks: LogBlock[]): Promise<void> {
  for (const block of blocks) {
    await db
      .insertInto('log_blocks')
      .values({ step_id: stepId, ...block })
      .execute();
  }
}

/** The lines without those that do not come after the ones before. */
function inOrder(lines: readonly Line[], after: number): Line[] {
  let last = after;
  return lines.filter(({ pos }) => {
    const isNext = pos > last;
    if (isNext) last = pos;
    return isNext;
  });
}

function toStoredLine(json: string): StoredLine {
  return { pos: Number.parseInt(json.slice('{"pos":'.length), 10), json };
}
