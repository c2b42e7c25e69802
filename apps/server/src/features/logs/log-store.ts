import { isDeepStrictEqual } from 'node:util';
import type { Line } from '@millrace/contract/api';
import { AppError } from '@millrace/contract/api-errors';
import { LineCounter } from '@millrace/contract/log-lines';
import type { Database, Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { StoredLine } from '../../domain/stored-line.ts';
import { cutText, type LogBlock, mergeBlocks, packEntries, unpackBlock } from './log-block.ts';
import { type BlockSize, LogBlockStore } from './log-block-store.ts';
import { LogCache } from './log-cache.ts';
import { type LogLocation, LogLocationStore } from './log-location-store.ts';
import { LogObjectStore } from './log-object-store.ts';
import { LogObjects } from './log-objects.ts';

/** Lines in one block, with positions from `from` up to, but not including, `to`. */
export interface LogPart {
  from: number;
  to: number;
  /**
   * Reads one line of JSON for each log line. May be a view of a larger buffer, if the block contains more
   * lines.
   */
  readText(): Promise<Buffer>;
  /**
   * Reads the stored block, which may contain lines before and after the part. Returns undefined if the log
   * was deleted.
   */
  readBlock(): Promise<LogBlock | undefined>;
}

/**
 * Stores log lines of steps in compressed blocks. A new batch is merged with the blocks before it that are
 * not much larger, so a log that arrives in many small batches is stored in a few large blocks. Blocks of a
 * finished step may be moved to an object. Lines are found by position, in any block and at any location.
 */
export class LogStore {
  private readonly db: Database;
  private readonly cache: LogCache;
  private readonly objects: LogObjects;
  private readonly blocks: LogBlockStore;
  private readonly locations: LogLocationStore;

  constructor(db: Database, cache = new LogCache(), objects = new LogObjects(null)) {
    this.db = db;
    this.cache = cache;
    this.objects = objects;
    this.blocks = new LogBlockStore(db);
    this.locations = new LogLocationStore(db);
  }

  /**
   * Stores the lines that are new, and returns them. A batch that is sent twice is stored once. Blocks are
   * packed before the transaction, to keep it short, and packed again if the log changed in the meantime.
   */
  async append(stepId: number, lines: readonly Line[]): Promise<StoredLine[]> {
    for (;;) {
      const end = await readEnd(this.db, stepId);
      const added = inOrder(lines, end.last);
      const counter = new LineCounter(end.last, end.nextLine);
      const { blocks: packed, stored } = await packEntries(added, counter);
      const [first, ...rest] = packed;
      if (!first) return [];
      const before = await this.blocks.listSmall(stepId, end.blocks, first.bytes);
      const merged = before.length > 0 ? await mergeBlocks([...before, first]) : first;
      const isStored = await inTransaction(this.db, async (trx) => {
        await acquireLock(trx, 'log', stepId);
        if (!isDeepStrictEqual(await readEnd(trx, stepId), end)) return false;
        const blocks = new LogBlockStore(trx);
        // The log may have been replaced by one of the same length.
        const merging = await blocks.listSmall(stepId, end.blocks, first.bytes);
        if (!isDeepStrictEqual(merging, before)) return false;
        const [oldest] = before;
        if (oldest) await blocks.deleteFrom(stepId, oldest.last_pos);
        await blocks.insert(stepId, [merged, ...rest]);
        return true;
      });
      if (isStored) return stored;
    }
  }

  /** Replaces the whole log with these lines. */
  async replace(stepId: number, lines: readonly Line[]): Promise<void> {
    const { blocks } = await packEntries(inOrder(lines, -1));
    await inTransaction(this.db, async (trx) => {
      await this.delete(stepId, trx);
      await new LogBlockStore(trx).insert(stepId, blocks);
    });
    this.cache.delete(stepId);
  }

  /** Stores the whole logs of new steps, in the transaction that stores the steps. */
  async insertAll(db: Db, logs: ReadonlyMap<number, readonly Line[]>): Promise<void> {
    const rows = [];
    for (const [step_id, lines] of logs) {
      const { blocks } = await packEntries(inOrder(lines, -1));
      rows.push(...blocks.map((block) => ({ step_id, ...block })));
    }
    await new LogBlockStore(db).insertAll(rows);
  }

  /** Deletes the log, in the transaction that updates the step. Notify {@link LogCache} after its commit. */
  async delete(stepId: number, db: Db): Promise<void> {
    await acquireLock(db, 'log', stepId);
    await new LogObjectStore(db).release(stepId);
    await new LogBlockStore(db).deleteAll(stepId);
  }

  /** Returns the position after the last line. */
  async findEnd(stepId: number): Promise<number> {
    return (await this.locations.findLast(stepId)) + 1;
  }

  /** Yields the lines from `from` up to, but not including, `to`, block by block. */
  async *read(stepId: number, from: number, to: number): AsyncGenerator<LogPart> {
    for (let next = from; next < to; ) {
      const location = await this.locations.find(stepId, next);
      if (!location || location.first_pos >= to) return;
      const end = location.last_pos + 1;
      const part = { from: Math.max(next, location.first_pos), to: Math.min(end, to) };
      const readBlock = () => this.findBlock(stepId, part.from, to);
      yield { ...part, readBlock, readText: async () => cutPart(part, await readBlock()) };
      next = end;
    }
  }

  /** Returns the lines after `pos` of the next block; empty if there is none yet. */
  async readBlockAfter(stepId: number, pos: number): Promise<StoredLine[]> {
    const block = await this.findBlock(stepId, pos + 1, Number.POSITIVE_INFINITY);
    if (!block) return [];
    const text = cutText(await unpackBlock(block), pos + 1, block.last_pos + 1);
    return text.toString().split('\n').slice(0, -1).map(toStoredLine);
  }

  /** Finds the block with the line at `pos`, or the next one, and prefetches up to the line `until`. */
  private async findBlock(
    stepId: number,
    pos: number,
    until: number,
  ): Promise<LogBlock | undefined> {
    for (let lostKey = ''; ; ) {
      const location = await this.locations.find(stepId, pos);
      if (!location) return undefined;
      const { object } = location;
      if (object && object.key === lostKey)
        throw new AppError(500, 'The object store has lost this log');
      const block = object
        ? await this.readFrame(object, until)
        : await this.blocks.find(stepId, location);
      if (block) return block;
      // The block was moved or replaced since its location was read.
      lostKey = object?.key ?? '';
    }
  }

  private async readFrame(
    object: NonNullable<LogLocation['object']>,
    until: number,
  ): Promise<LogBlock | undefined> {
    const lines = await this.objects.read(object, until);
    const frame = object.frames[object.index];
    return lines && frame && { ...frame, lines };
  }
}

/**
 * Returns the text of a part. The block may contain more lines if it was merged since its location was read.
 */
async function cutPart(
  { from, to }: Pick<LogPart, 'from' | 'to'>,
  block: LogBlock | undefined,
): Promise<Buffer> {
  return block ? cutText(await unpackBlock(block), from, to) : Buffer.alloc(0);
}

interface LogEnd {
  /** Last blocks in the database, newest first. */
  blocks: BlockSize[];
  /** Position of the last entry. */
  last: number;
  /** Number of the next line; null if it is the position of the next entry. */
  nextLine: number | null;
}

async function readEnd(db: Db, stepId: number): Promise<LogEnd> {
  const store = new LogBlockStore(db);
  const blocks = await store.listEnd(stepId);
  const [newest] = blocks;
  if (!newest) return { blocks, ...(await new LogObjectStore(db).findEnd(stepId)) };
  const last = newest.last_pos;
  return { blocks, last, nextLine: await store.findNextLine(stepId, last) };
}

/** Returns the lines whose position is greater than that of every line before them. */
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
