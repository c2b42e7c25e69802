import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

const maxPrepared = 500;

/** The built-in SQLite in the form that Kysely's dialect expects. */
export function openSqlite(path: string): SqliteDatabase {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    /** Most statements are run again and again; to prepare one takes longer than to run it. */
    prepare: (sql) => {
      const known = prepared.get(sql);
      if (known) return known;
      if (prepared.size >= maxPrepared) prepared.clear();
      const statement = prepareStatement(database, sql);
      prepared.set(sql, statement);
      return statement;
    },
  };
}

function prepareStatement(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const names = statement.columns().map(({ name }) => name);
  // Rows that are copies of one object are made and read faster than those that SQLite makes.
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  const toRow = (values: readonly unknown[]) => {
    const row = { ...empty };
    names.forEach((name, index) => {
      row[name] = values[index];
    });
    return row;
  };
  return {
    reader: names.length > 0,
    all: (parameters) => valuesOf(statement.all(...toInputs(parameters))).map(toRow),
    run: (parameters) => statement.run(...toInputs(parameters)),
    // Two readers at once must not share a place.
    iterate: (parameters) => database.prepare(sql).iterate(...toInputs(parameters)),
  };
}

/** The types do not tell that rows come as arrays where these were asked for. */
function valuesOf(rows: unknown): SQLOutputValue[][] {
  return rows as SQLOutputValue[][];
}

function toInputs(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`A ${typeof value} cannot be bound to a statement`);
  });
}
