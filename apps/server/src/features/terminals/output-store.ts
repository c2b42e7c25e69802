import type { Db } from '../../db/database.ts';

/** A piece of output. */
export interface OutputPiece {
  /** Position of the first byte. */
  position: number;
  /** Milliseconds since the terminal was created. */
  timeMs: number;
  data: Buffer;
}

/** Pieces deleted in one transaction. */
const deletedAtOnce = 500;

/** Recorded output of terminals. */
export class OutputStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Appends a piece to the output of an open terminal. Returns false if the output does not end at its position. */
  async append(terminalId: number, { position, timeMs, data }: OutputPiece): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('terminals')
      .set({ output_bytes: position + data.length })
      .where('id', '=', terminalId)
      .where('output_bytes', '=', position)
      .where('ended', '=', 0)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const values = { terminal_id: terminalId, position, time_ms: timeMs };
    await this.db
      .insertInto('terminal_output')
      .values({ ...values, data: data.toString('base64') })
      .execute();
    return true;
  }

  /** Counts the recordings, and sums the bytes of their output. */
  async measure(): Promise<{ count: number; bytes: number }> {
    const { count, bytes } = await this.db
      .selectFrom('terminals')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.sum<number | null>('output_bytes').as('bytes'),
      ])
      .executeTakeFirstOrThrow();
    return { count: Number(count), bytes: Number(bytes ?? 0) };
  }

  /** Deletes some recordings of terminals that ended before a time. Returns false if there are no more. */
  async deleteEnded(beforeSec: number): Promise<boolean> {
    const ended = this.db
      .selectFrom('terminals')
      .select('id')
      .where('ended', '>', 0)
      .where('ended', '<', beforeSec);
    const some = this.db
      .selectFrom('terminal_output')
      .select(['terminal_id', 'position'])
      .where('terminal_id', 'in', ended)
      .limit(deletedAtOnce);
    const { numDeletedRows } = await this.db
      .deleteFrom('terminal_output')
      .where(({ eb, refTuple }) =>
        eb(refTuple('terminal_id', 'position'), 'in', some.$asTuple('terminal_id', 'position')),
      )
      .executeTakeFirst();
    if (Number(numDeletedRows) === deletedAtOnce) return true;
    await this.db.deleteFrom('terminals').where('id', 'in', ended).execute();
    return false;
  }

  /** Reads some pieces, beginning with the one that contains a position. */
  async read(terminalId: number, from: number, limit: number): Promise<OutputPiece[]> {
    const { first } = await this.db
      .selectFrom('terminal_output')
      .select(({ fn }) => fn.max('position').as('first'))
      .where('terminal_id', '=', terminalId)
      .where('position', '<=', from)
      .executeTakeFirstOrThrow();
    const rows = await this.db
      .selectFrom('terminal_output')
      .select(['position', 'time_ms', 'data'])
      .where('terminal_id', '=', terminalId)
      .where('position', '>=', first ?? 0)
      .orderBy('position')
      .limit(limit)
      .execute();
    return rows.map(({ position, time_ms, data }) => {
      return { position, timeMs: time_ms, data: Buffer.from(data, 'base64') };
    });
  }
}
