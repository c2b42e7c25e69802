import { StartError } from '@millrace/node-kit/start-error';
import type { z } from 'zod/mini';
import type { DroneDatabase } from './drone-database.ts';
import { countRow } from './drone-rows.ts';

const rowsAtOnce = 500;

/** Reads tables of Drone as typed rows. */
export class DroneReader {
  private readonly database: DroneDatabase;

  constructor(database: DroneDatabase) {
    this.database = database;
  }

  /** Yields all rows of a table by id, some at a time. Yields nothing if a version of Drone has no such table. */
  async *readAll<Row extends object>(
    table: string,
    id: keyof Row & string,
    schema: z.ZodMiniType<Row>,
    limit = rowsAtOnce,
  ): AsyncGenerator<Row[]> {
    if (!(await this.hasTable(table))) return;
    for (let last = 0; ; ) {
      const found = await this.database.query(
        `select * from ${table} where ${id} > ? order by ${id} limit ${limit}`,
        [last],
      );
      const rows = parseRows(schema, found, table, id);
      const end = rows.at(-1);
      if (!end) return;
      yield rows;
      last = Number(end[id]);
    }
  }

  /** Reads the rows whose column has one of these values. */
  async readWhere<Row>(
    table: string,
    column: string,
    values: readonly (number | string)[],
    schema: z.ZodMiniType<Row>,
    columns = '*',
  ): Promise<Row[]> {
    const rows: Row[] = [];
    for (let at = 0; at < values.length; at += rowsAtOnce) {
      const some = values.slice(at, at + rowsAtOnce);
      const marks = some.map(() => '?').join(', ');
      const found = await this.database.query(
        `select ${columns} from ${table} where ${column} in (${marks}) order by ${column}`,
        some,
      );
      rows.push(...parseRows(schema, found, table, column));
    }
    return rows;
  }

  async count(table: string): Promise<number> {
    if (!(await this.hasTable(table))) return 0;
    const rows = await this.database.query(`select count(*) as count from ${table}`);
    return parseRows(countRow, rows, table, 'count')[0]?.count ?? 0;
  }

  /** Returns false for tables of later versions of Drone. */
  async hasTable(table: string): Promise<boolean> {
    try {
      await this.database.query(`select 1 from ${table} where 1 = 0`);
      return true;
    } catch {
      return false;
    }
  }
}

/** @throws StartError with the location of a value that Drone does not write */
function parseRows<Row>(
  schema: z.ZodMiniType<Row>,
  found: readonly unknown[],
  table: string,
  id: string,
): Row[] {
  return found.map((row) => {
    const { data, error } = schema.safeParse(row);
    if (!error) return data;
    const [issue] = error.issues;
    const location = `column ${String(issue?.path[0])} of the row with ${id} ${readId(row, id)}`;
    throw new StartError(
      `Table ${table} of Drone has an invalid value in ${location}: ${issue?.message}.`,
    );
  });
}

function readId(row: unknown, id: string): string {
  const value = typeof row === 'object' && row ? Reflect.get(row, id) : undefined;
  return JSON.stringify(String(value));
}
