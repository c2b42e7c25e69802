import { isDeepStrictEqual } from 'node:util';
import type { Line } from '@millrace/contract/api';
import type { Database, Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { StoredLine } from '../../domain/stored-line.ts';
import { AppError } from '../../shared/errors.ts';
import {
  cutText,
  type LogBlock,
  mergeBlocks,
  packLines,
  toJson,
  unpackBlock,
} from './log-block.ts';
import { type BlockSize, LogBlockStore } from './log-block-store.ts';
import { LogCache } from './log-cache.ts';
import { LogObjectStore } from './log-object-store.ts';
import { LogObjects } from './log-objects.ts';
import { type LogPlace, LogPlaceStore } from './log-place-store.ts';

/** Lines that stand in one block, with positions from `from` up to, but not with, `to`. */
export interface LogPart {
  from: number;
  to: number;
  /** A line of JSON for each; a view of a larger text where the block holds more. */
  readText(): Promise<Buffer>;
  /** The block as it is stored, which may hold lines before and after it; undefined for a log that is gone. */
  readBlock(): Promise<LogBlock | undefined>;
}

/**
 * Log lines of steps, in compressed blocks. A batch of lines takes in the blocks before it that are
 * not much larger than itself, so that a log in many small batches becomes a few large blocks while
 * it grows. Once its step is over they may be moved to an object. Readers find their place by position:
 * it does not matter to them which block a line is in, nor where that is.
 */
export class LogStore {
  private readonly db: Database;
  private readonly cache: LogCache;
  private readonly objects: LogObjects;
  private readonly blocks: LogBlockStore;
  private readonly places: LogPlaceStore;

  constructor(db: Database, cache = new LogCache(), objects = new LogObjects(null)) {
    this.db = db;
    this.cache = cache;
    this.objects = objects;
    this.blocks = new LogBlockStore(db);
    this.places = new LogPlaceStore(db);
  }

  /**
   * Stores the lines that are new, which it answers; a batch sent twice is taken once. Blocks are packed
   * before the transaction, which nobody waits for then, and again where the log changed meanwhile.
   */
  async append(stepId: number, lines: readonly Line[]): Promise<StoredLine[]> {
    for (;;) {
      const end = await readEnd(this.db, stepId);
      const added = inOrder(lines, end.last);
      const [first, ...rest] = await packLines(added);
      if (!first) return [];
      const before = await this.blocks.listSmall(stepId, end.blocks, first.bytes);
      const merged = before.length > 0 ? await mergeBlocks([...before, first]) : first;
      const isStored = await inTransaction(this.db, async (trx) => {
        await acquireLock(trx, 'log', stepId);
        if (!isDeepStrictEqual(await readEnd(trx, stepId), end)) return false;
        const blocks = new LogBlockStore(trx);
        // A log that was replaced meanwhile may be just as long.
        const merging = await blocks.listSmall(stepId, end.blocks, first.bytes);
        if (!isDeepStrictEqual(merging, before)) return false;
        const [oldest] = before;
        if (oldest) await blocks.deleteFrom(stepId, oldest.last_pos);
        await blocks.insert(stepId, [merged, ...rest]);
        return true;
      });
      if (isStored) return added.map((line) => ({ pos: line.pos, json: toJson(line) }));
    }
  }

  /** Replaces the whole log with these lines. */
  async replace(stepId: number, lines: readonly Line[]): Promise<void> {
    const blocks = await packLines(inOrder(lines, -1));
    await inTransaction(this.db, async (trx) => {
      await this.delete(stepId, trx);
      await new LogBlockStore(trx).insert(stepId, blocks);
    });
    this.cache.forget(stepId);
  }

  /** Runs in the transaction that updates the step; notify {@link LogCache} after its commit. */
  async delete(stepId: number, db: Db): Promise<void> {
    await acquireLock(db, 'log', stepId);
    await new LogObjectStore(db).release(stepId);
    await new LogBlockStore(db).deleteAll(stepId);
  }

  /** The position after the last line. */
  async findEnd(stepId: number): Promise<number> {
    return (await this.places.findLast(stepId)) + 1;
  }

  /** The lines from `from` up to, but not with, `to`, block by block. */
  async *read(stepId: number, from: number, to: number): AsyncGenerator<LogPart> {
    for (let next = from; next < to; ) {
      const place = await this.places.find(stepId, next);
      if (!place || place.first_pos >= to) return;
      const end = place.last_pos + 1;
      const part = { from: Math.max(next, place.first_pos), to: Math.min(end, to) };
      const readBlock = () => this.findBlock(stepId, part.from, to);
      yield { ...part, readBlock, readText: async () => cutPart(part, await readBlock()) };
      next = end;
    }
  }

  /** The lines after `pos` of the next block; empty when there is none yet. */
  async readBlockAfter(stepId: number, pos: number): Promise<StoredLine[]> {
    const block = await this.findBlock(stepId, pos + 1, Number.POSITIVE_INFINITY);
    if (!block) return [];
    const text = cutText(await unpackBlock(block), pos + 1, block.last_pos + 1);
    return text.toString().split('\n').slice(0, -1).map(toStoredLine);
  }

  /** The block that holds the line at `pos`, or else the one after it; read on from to `until`. */
  private async findBlock(
    stepId: number,
    pos: number,
    until: number,
  ): Promise<LogBlock | undefined> {
    for (let lostKey = ''; ; ) {
      const place = await this.places.find(stepId, pos);
      if (!place) return undefined;
      const { object } = place;
      if (object && object.key === lostKey) throw new AppError(500, 'The log store lost this log');
      const block = object
        ? await this.readFrame(object, until)
        : await this.blocks.find(stepId, place);
      if (block) return block;
      // It went elsewhere between the two, or was replaced.
      lostKey = object?.key ?? '';
    }
  }

  private async readFrame(
    object: NonNullable<LogPlace['object']>,
    until: number,
  ): Promise<LogBlock | undefined> {
    const lines = await this.objects.read(object, until);
    const frame = object.frames[object.index];
    return lines && frame && { ...frame, lines };
  }
}

/** The block may have become part of another one by the time that it is read. */
async function cutPart(
  { from, to }: Pick<LogPart, 'from' | 'to'>,
  block: LogBlock | undefined,
): Promise<Buffer> {
  return block ? cutText(await unpackBlock(block), from, to) : Buffer.alloc(0);
}

interface LogEnd {
  /** The last blocks in the database, the newest first. */
  blocks: BlockSize[];
  /** The position of the last line. */
  last: number;
}

async function readEnd(db: Db, stepId: number): Promise<LogEnd> {
  const blocks = await new LogBlockStore(db).listEnd(stepId);
  return { blocks, last: blocks[0]?.last_pos ?? (await new LogPlaceStore(db).findLast(stepId)) };
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
