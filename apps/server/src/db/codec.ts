/** How one column of a table keeps a field. */
interface Column<Stored, Value> {
  column: string;
  read(stored: Stored): Value;
  write(value: Value): Stored;
}

/** The columns of a row that hold values of this type as they are. */
type PlainColumn<Row, Value> = {
  [Name in keyof Row]: Row[Name] extends Value ? (Value extends Row[Name] ? Name : never) : never;
}[keyof Row];

type Columns<Row, Fields> = {
  [Name in keyof Fields]-?:
    | PlainColumn<Row, Fields[Name]>
    | Column<number, Fields[Name]>
    | Column<string, Fields[Name]>;
};

/** Yes or no, kept as 1 or 0: both databases know whole numbers alike. */
export function flag(column: string): Column<number, boolean> {
  return { column, read: (stored) => stored === 1, write: (value) => (value ? 1 : 0) };
}

/** A list or an object, kept as JSON. */
export function json<Value>(column: string): Column<string, Value> {
  return { column, read: (stored) => JSON.parse(stored), write: (value) => JSON.stringify(value) };
}

/** Turns rows of a table into what the rest of the server knows, and changes of that into columns. */
export interface Codec<Row, Fields> {
  read(row: Row): Fields;
  /** The columns of the fields that are there. */
  write(fields: Partial<Fields>): Partial<Row>;
  /** The columns of a row that has no id yet. */
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
  return {
    read: (row) => {
      const stored = row as Record<string, unknown>;
      const fields: Record<string, unknown> = {};
      for (const { field, column, read } of entries) fields[field] = read(stored[column]);
      return fields as Fields;
    },
    write: (fields) => write(fields) as Partial<Row>,
    writeNew: (fields) => write(fields) as Omit<Row, 'id'>,
  };
}

function plain(column: string): Column<unknown, unknown> {
  return { column, read: (stored) => stored, write: (value) => value };
}
