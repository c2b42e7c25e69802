import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';

const maxPrepared = 500;
/** Busy timeout while opening. It blocks the event loop, but nothing else runs yet. */
const openingMs = 10_000;

interface Statement {
  /** Whether the statement returns rows. */
  reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { changes: number | bigint };
}

export interface Sqlite {
  prepare(sql: string): Statement;
  /** Number of statements that have run. */
  readonly runs: number;
  /** Returns a number that changes with every commit of another connection, of this process or another one. */
  countCommits(): number;
  /** Removes the busy timeout: from now on, a statement fails immediately if the database is locked. */
  disableBusyTimeout(): void;
  close(): void;
}

/** Opens the SQLite of Node. Each statement is prepared once. */
export function openSqlite(path: string, { readOnly = false } = {}): Sqlite {
  const database = new DatabaseSync(path, { timeout: openingMs, readOnly });
  try {
    if (!readOnly) configure(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const prepared = new Map<string, Statement>();
  const version = database.prepare('pragma data_version');
  const counter = { runs: 0 };
  return {
    get runs() {
      return counter.runs;
    },
    countCommits: () => Number(version.get()?.data_version),
    close: () => database.close(),
    disableBusyTimeout: () => database.exec('pragma busy_timeout = 0'),
    /** Caches statements: most are repeated, and preparing one takes longer than running it. */
    prepare: (sql) => {
      const known = prepared.get(sql);
      if (known) return known;
      if (prepared.size >= maxPrepared) prepared.clear();
      const statement = prepareStatement(database, sql, counter);
      prepared.set(sql, statement);
      return statement;
    },
  };
}

function configure(database: DatabaseSync): void {
  // Has an effect on a new file only. Retention returns free pages to the file system.
  database.exec('pragma auto_vacuum = incremental');
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
}

function prepareStatement(
  database: DatabaseSync,
  sql: string,
  counter: { runs: number },
): Statement {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const names = statement.columns().map(({ name }) => name);
  // Copies of one object are created and read faster than the rows that SQLite creates.
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  const toRow = (values: readonly unknown[]) => {
    const row = { ...empty };
    names.forEach((name, index) => {
      row[name] = values[index];
    });
    return row;
  };
  return {
    // `incremental_vacuum` has no columns, and releases one page for each row that is read.
    reader: names.length > 0 || /^pragma incremental_vacuum/i.test(sql),
    all: (parameters) => {
      counter.runs++;
      return valuesOf(statement.all(...toInputs(parameters))).map(toRow);
    },
    run: (parameters) => {
      counter.runs++;
      return statement.run(...toInputs(parameters));
    },
  };
}

/** The types do not declare that rows can be arrays. */
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
