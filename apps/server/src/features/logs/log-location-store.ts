import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { whileUnchanged } from '../../db/unchanged.ts';
import { type LogFrame, readFrames } from './log-frames.ts';

/** Location of log lines: a block in the database, or a frame of an object. */
export interface LogLocation {
  first_pos: number;
  last_pos: number;
  object?: { key: string; frames: LogFrame[]; index: number };
}

const none: RawBuilder<string> = sql<string>`''`;

/** Finds the location of lines. Each query sees a log either before or after it is moved. */
export class LogLocationStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Finds the block or frame with the line at `pos`, or the next one. Objects precede blocks. */
  find(stepId: number, pos: number): Promise<LogLocation | undefined> {
    return whileUnchanged(this.db, `log location ${stepId} ${pos}`, () => this.read(stepId, pos));
  }

  private async read(stepId: number, pos: number): Promise<LogLocation | undefined> {
    // One statement for both tables: a log could be moved between two statements.
    const rows = await this.db
      .selectFrom('log_blocks')
      .select(['first_pos', 'last_pos', none.as('key'), none.as('frames')])
      .where('step_id', '=', stepId)
      .where('last_pos', '=', (eb) =>
        eb
          .selectFrom('log_blocks')
          .select((block) => block.fn.min('last_pos').as('last_pos'))
          .where('step_id', '=', stepId)
          .where('last_pos', '>=', pos),
      )
      .unionAll(
        this.db
          .selectFrom('log_objects')
          .select(['first_pos', 'last_pos', 'key', 'frames'])
          .where('step_id', '=', stepId)
          .where('due', 'is', null)
          .where('last_pos', '=', (eb) =>
            eb
              .selectFrom('log_objects')
              .select((object) => object.fn.min('last_pos').as('last_pos'))
              .where('step_id', '=', stepId)
              .where('due', 'is', null)
              .where('last_pos', '>=', pos),
          ),
      )
      .execute();
    const [row] = rows.sort((one, other) => one.last_pos - other.last_pos);
    if (!row?.key) return row && { first_pos: row.first_pos, last_pos: row.last_pos };
    const frames = readFrames(row.frames);
    const index = frames.findIndex(({ last_pos }) => last_pos >= pos);
    const frame = frames[index];
    return frame && { ...frame, object: { key: row.key, frames, index } };
  }

  /** Returns the position of the last line; -1 if there is none. */
  findLast(stepId: number): Promise<number> {
    return whileUnchanged(this.db, `last line ${stepId}`, () => this.readLast(stepId));
  }

  private async readLast(stepId: number): Promise<number> {
    const last = await this.db
      .selectNoFrom((eb) => [
        eb
          .selectFrom('log_blocks')
          .select((block) => block.fn.max('last_pos').as('last_pos'))
          .where('step_id', '=', stepId)
          .as('block'),
        eb
          .selectFrom('log_objects')
          .select((object) => object.fn.max('last_pos').as('last_pos'))
          .where('step_id', '=', stepId)
          .where('due', 'is', null)
          .as('object'),
      ])
      .executeTakeFirst();
    return last?.block ?? last?.object ?? -1;
  }
}
