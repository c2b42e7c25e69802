import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';

const maxPrepared = 500;

/** The built-in SQLite in the form that Kysely's dialect expects. */
export function openSqlite(path: string): SqliteDatabase {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  const prepared = new Map<string, StatementSync>();
  /** Most statements are run again and again; to prepare one takes longer than to run it. */
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known) return known;
    if (prepared.size >= maxPrepared) prepared.clear();
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...toInputs(parameters)),
        run: (parameters) => statement.run(...toInputs(parameters)),
        // Two readers at once must not share a place.
        iterate: (parameters) => database.prepare(sql).iterate(...toInputs(parameters)),
      };
    },
  };
}

function toInputs(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`A ${typeof value} cannot be bound to a statement`);
  });
}
