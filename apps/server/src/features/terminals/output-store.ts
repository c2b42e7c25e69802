import type { Db } from '../../db/database.ts';

/** A piece of output. */
export interface OutputPiece {
  /** Position of the first byte. */
  position: number;
  /** Milliseconds since the terminal was created. */
  timeMs: number;
  data: Buffer;
}

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
