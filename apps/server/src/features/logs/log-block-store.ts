import type { Db } from '../../db/database.ts';
import { type LogBlock, maxBlockBytes, type NumberedBlock } from './log-block.ts';

export type BlockSize = Pick<LogBlock, 'last_pos' | 'bytes'>;

/** More than a log can have: each small block at its end is less than half as large as the one before it. */
const maxSmallBlocks = 32;

/** Maximum number of rows per statement. A block may have 256 kB. */
const maxRows = 20;

/** Stores blocks of logs in the database. A block is found by the position of its last entry. */
export class LogBlockStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists the last blocks, newest first. */
  listEnd(stepId: number): Promise<BlockSize[]> {
    return this.db
      .selectFrom('log_blocks')
      .select(['last_pos', 'bytes'])
      .where('step_id', '=', stepId)
      .orderBy('last_pos', 'desc')
      .limit(maxSmallBlocks)
      .execute();
  }

  /** Finds the line number after the block that ends at this position, see {@link NumberedBlock}. */
  async findNextLine(stepId: number, lastPos: number): Promise<number | null> {
    const row = await this.db
      .selectFrom('log_blocks')
      .select('next_line')
      .where('step_id', '=', stepId)
      .where('last_pos', '=', lastPos)
      .executeTakeFirst();
    return row?.next_line ?? null;
  }

  /** Lists the blocks that are merged with a batch of this size, oldest first. */
  async listSmall(stepId: number, end: BlockSize[], batchBytes: number): Promise<NumberedBlock[]> {
    let bytes = batchBytes;
    let oldest: number | undefined;
    for (const block of end) {
      if (block.bytes > 2 * bytes || block.bytes + bytes > maxBlockBytes) break;
      bytes += block.bytes;
      oldest = block.last_pos;
    }
    if (oldest === undefined) return [];
    return this.blocks(stepId).where('last_pos', '>=', oldest).orderBy('last_pos').execute();
  }

  /** Finds the first block that ends after this position. */
  async findAfter(stepId: number, pos: number): Promise<NumberedBlock | undefined> {
    const after = this.blocks(stepId).where('last_pos', '>', pos).orderBy('last_pos');
    return after.limit(1).executeTakeFirst();
  }

  /** Finds the next step with blocks, by id. */
  async findStepAfter(stepId: number): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('log_blocks')
      .select('step_id')
      .where('step_id', '>', stepId)
      .orderBy('step_id')
      .limit(1)
      .executeTakeFirst();
    return row?.step_id;
  }

  /** Finds the block with exactly these positions. */
  async find(
    stepId: number,
    { first_pos, last_pos }: Pick<LogBlock, 'first_pos' | 'last_pos'>,
  ): Promise<LogBlock | undefined> {
    const ending = this.blocks(stepId).where('last_pos', '=', last_pos);
    return ending.where('first_pos', '=', first_pos).executeTakeFirst();
  }

  async insert(stepId: number, blocks: readonly NumberedBlock[]): Promise<void> {
    await this.insertAll(blocks.map((block) => ({ step_id: stepId, ...block })));
  }

  /** Inserts blocks of any steps. */
  async insertAll(rows: readonly (NumberedBlock & { step_id: number })[]): Promise<void> {
    for (let at = 0; at < rows.length; at += maxRows) {
      const some = rows.slice(at, at + maxRows);
      await this.db.insertInto('log_blocks').values(some).execute();
    }
  }

  /** Deletes the blocks that end at or after this position. */
  async deleteFrom(stepId: number, pos: number): Promise<void> {
    await this.db
      .deleteFrom('log_blocks')
      .where('step_id', '=', stepId)
      .where('last_pos', '>=', pos)
      .execute();
  }

  /** Deletes the blocks that end at or before this position, and returns their number. */
  async deleteUpTo(stepId: number, pos: number): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('log_blocks')
      .where('step_id', '=', stepId)
      .where('last_pos', '<=', pos)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  async deleteAll(stepId: number): Promise<void> {
    await this.db.deleteFrom('log_blocks').where('step_id', '=', stepId).execute();
  }

  private blocks(stepId: number) {
    return this.db
      .selectFrom('log_blocks')
      .select(['first_pos', 'last_pos', 'bytes', 'lines', 'next_line'])
      .where('step_id', '=', stepId);
  }
}
