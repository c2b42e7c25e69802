import type { Db } from '../../db/database.ts';
import { type LogBlock, maxBlockBytes } from './log-block.ts';

export type BlockSize = Pick<LogBlock, 'last_pos' | 'bytes'>;

/** More small blocks than can stand at the end of a log: each is less than half of the one before. */
const maxSmallBlocks = 32;

/** The blocks of logs that stand in the database, each found by its last line. */
export class LogBlockStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** The last blocks, the newest first. */
  listEnd(stepId: number): Promise<BlockSize[]> {
    return this.db
      .selectFrom('log_blocks')
      .select(['last_pos', 'bytes'])
      .where('step_id', '=', stepId)
      .orderBy('last_pos', 'desc')
      .limit(maxSmallBlocks)
      .execute();
  }

  /** The blocks that become one with a batch of this size, oldest first. */
  async listSmall(stepId: number, end: BlockSize[], batchBytes: number): Promise<LogBlock[]> {
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

  /** The first block that ends after this position. */
  async findAfter(stepId: number, pos: number): Promise<LogBlock | undefined> {
    const after = this.blocks(stepId).where('last_pos', '>', pos).orderBy('last_pos');
    return after.limit(1).executeTakeFirst();
  }

  /** The step after this one that has blocks. */
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

  /** The block with just these lines. */
  async find(
    stepId: number,
    { first_pos, last_pos }: Pick<LogBlock, 'first_pos' | 'last_pos'>,
  ): Promise<LogBlock | undefined> {
    const ending = this.blocks(stepId).where('last_pos', '=', last_pos);
    return ending.where('first_pos', '=', first_pos).executeTakeFirst();
  }

  async insert(stepId: number, blocks: readonly LogBlock[]): Promise<void> {
    for (const block of blocks) {
      await this.db
        .insertInto('log_blocks')
        .values({ step_id: stepId, ...block })
        .execute();
    }
  }

  /** Deletes those that end at or after this position. */
  async deleteFrom(stepId: number, pos: number): Promise<void> {
    await this.db
      .deleteFrom('log_blocks')
      .where('step_id', '=', stepId)
      .where('last_pos', '>=', pos)
      .execute();
  }

  /** Deletes those that end at or before this position, and answers how many they were. */
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
      .select(['first_pos', 'last_pos', 'bytes', 'lines'])
      .where('step_id', '=', stepId);
  }
}
