import { parseJson } from '@millrace/node-kit/parse-json';
import type { z } from 'zod/mini';

/** Column of a table that stores a field. */
interface Column<Stored, Value> {
  column: string;
  read(stored: Stored): Value;
  write(value: Value): Stored;
}

/** Names of the columns that store values of this type unchanged. */
type PlainColumn<Row, Value> = {
  [Name in keyof Row]: Row[Name] extends Value ? (Value extends Row[Name] ? Name : never) : never;
}[keyof Row];

type Columns<Row, Fields> = {
  [Name in keyof Fields]-?:
    | PlainColumn<Row, Fields[Name]>
    | Column<number, Fields[Name]>
    | Column<string, Fields[Name]>;
};

/** Column for a boolean, stored as 1 or 0: both databases store integers in the same way. */
export function flag(column: string): Column<number, boolean> {
  return { column, read: (stored) => stored === 1, write: (value) => (value ? 1 : 0) };
}

/** A stored value does not match its schema: a newer version of the server wrote it, or it is damaged. */
export class UnreadableColumnError extends Error {
  constructor(column: string) {
    super(`The stored value of the column ${column} is not readable by this version of the server`);
  }
}

/**
 * Column for a list or an object, stored as JSON. An unreadable value is an error: a stage with unknown
 * dependencies or labels must not run.
 */
export function json<Schema extends z.ZodMiniType>(
  column: string,
  schema: Schema,
): Column<string, z.output<Schema>> {
  return {
    column,
    read: (stored) => {
      const value = parseJson(schema, stored);
      if (value === undefined) throw new UnreadableColumnError(column);
      return value;
    },
    write: (value) => JSON.stringify(value),
  };
}

/** Converts rows of a table to domain objects, and changed fields to columns. */
export interface Codec<Row, Fields> {
  /** @throws UnreadableColumnError */
  read(row: Row): Fields;
  /** Reads the rows of a list, and skips unreadable ones, so that they do not block the others. */
  readAll(rows: readonly Row[]): Fields[];
  /** Returns the columns of the given fields. */
  write(fields: Partial<Fields>): Partial<Row>;
  /** Returns the columns of a new row, which has no id yet. */
  writeNew(fields: Omit<Fields, 'id'>): Omit<Row, 'id'>;
}

export function codec<Row, Fields>(columns: Columns<Row, Fields>): Codec<Row, Fields> {
  const entries = Object.entries(columns).map(([field, column]) => ({
    field,
    ...(typeof column === 'string' ? plain(column) : (column as Column<unknown, unknown>)),
  }));
  const write = (fields: object) => {
    const given = fields as Record<string, unknown>;
    const row: Record<string, unknown> = {};
    for (const { field, column, write: store } of entries) {
      if (given[field] !== undefined) row[column] = store(given[field]);
    }
    return row;
  };
  const read = (row: Row): Fields => {
    const stored = row as Record<string, unknown>;
    const fields: Record<string, unknown> = {};
    for (const { field, column, read: load } of entries) fields[field] = load(stored[column]);
    return fields as Fields;
  };
  return {
    read,
    readAll: (rows) => rows.flatMap((row) => skipUnreadable(() => read(row))),
    write: (fields) => write(fields) as Partial<Row>,
    writeNew: (fields) => write(fields) as Omit<Row, 'id'>,
  };
}

/** Returns the value in a list, or an empty list if a column of its row is unreadable. */
export function skipUnreadable<Value>(read: () => Value): Value[] {
  try {
    return [read()];
  } catch (error) {
    if (error instanceof UnreadableColumnError) return [];
    throw error;
  }
}

function plain(column: string): Column<unknown, unknown> {
  return { column, read: (stored) => stored, write: (value) => value };
}
