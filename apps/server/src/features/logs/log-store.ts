import type { Line } from '@millrace/contract/api';
import type { Database, Db } from '../../db/database.ts';

/** Log lines of steps, in batches as they came. */
export class LogStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Stores the lines that are new; a batch sent twice is taken once. True when any was new. */
  append(stepId: number, lines: readonly Line[]): Promise<boolean> {
    return this.db.transaction().execute(async (trx) => {
      const last = await findLastPos(trx, stepId);
      const added = lines.filter((line) => line.pos > last);
      const first = added.at(0);
      const newest = added.at(-1);
      if (!first || !newest) return false;
      await trx
        .insertInto('log_batches')
        .values({
          step_id: stepId,
          first_pos: first.pos,
          last_pos: newest.pos,
          lines: added.map((line) => JSON.stringify(line)).join(','),
        })
        .execute();
      return true;
    });
  }

  async delete(stepId: number): Promise<void> {
    await this.db.deleteFrom('log_batches').where('step_id', '=', stepId).execute();
  }

  /** The batches that hold lines after `pos`, oldest first, read one by one. */
  async *readAfter(stepId: number, pos: number): AsyncGenerator<string> {
    let from = pos;
    for (;;) {
      const batch = await this.db
        .selectFrom('log_batches')
        .select(['last_pos', 'lines'])
        .where('step_id', '=', stepId)
        .where('last_pos', '>', from)
        .orderBy('first_pos')
        .limit(1)
        .executeTakeFirst();
      if (!batch) return;
      yield batch.lines;
      from = batch.last_pos;
    }
  }

  /** The lines after `pos` of the next batch; empty when there is none yet. */
  async readBatchAfter(stepId: number, pos: number): Promise<Line[]> {
    for await (const batch of this.readAfter(stepId, pos)) {
      const lines: Line[] = JSON.parse(`[${batch}]`);
      return lines.filter((line) => line.pos > pos);
    }
    return [];
  }
}

async function findLastPos(db: Db, stepId: number): Promise<number> {
  const row = await db
    .selectFrom('log_batches')
    .select('last_pos')
    .where('step_id', '=', stepId)
    .orderBy('first_pos', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.last_pos ?? -1;
}
