import { setTimeout } from 'node:timers/promises';
import { errorMessage } from '@millrace/node-kit/error-message';
import { StartError } from '@millrace/node-kit/start-error';
import { type Dialect, Kysely, type LogEvent, type Transaction } from 'kysely';
import type { QueryLimits } from '../config/query-limits.ts';
import { migrate } from './migrate.ts';
import { createFileVersion } from './sqlite/file-version.ts';
import { openSqlite, type Sqlite } from './sqlite/node-sqlite.ts';
import { isBusy } from './sqlite/result-codes.ts';
import { retryingDialect } from './sqlite/retrying-driver.ts';
import type { Tables } from './tables.ts';
import { keepWhileUnchanged } from './unchanged.ts';

/** Table with the progress of a copy. While it exists, the database is not a complete installation. */
export const progressTable = 'copy_progress';

/** Maximum time to wait for another process that has locked a file. */
const maxOpenMs = 60_000;
const retryMs = 50;

export type Database = Kysely<Tables>;
export type TableName = keyof Tables;
export type Db = Database | Transaction<Tables>;

interface Options {
  /**
   * Whether the database is the target of a copy, which only the copying program may use until it is
   * complete.
   */
  isCopy?: boolean;
  /** Called with every statement. */
  log?: (query: string) => void;
  /** Called after every statement, such as `select` or `insert`, with its duration. */
  onQuery?: (kind: string, seconds: number) => void;
  /** Whether to accept a database that a newer version has migrated: during an update, or for a downgrade. */
  allowsNewer?: boolean;
  /** Maximum number of Postgres connections of this process. */
  connections?: number;
  /** Time limits of queries for calls, on Postgres. */
  limits?: QueryLimits;
  /** Called if Postgres is not reachable yet, while the server waits for it. */
  onUnreachable?: (reason: string) => void;
}

/** Opens a database by its file path or the URL of a Postgres, and migrates it to the newest schema. */
export async function openDatabase(databaseUrl: string, options: Options = {}): Promise<Database> {
  const { connections = 10, limits, onUnreachable } = options;
  if (!isPostgresUrl(databaseUrl)) {
    const [writer, reader] = await openFile(databaseUrl);
    const db = await migrated(retryingDialect(writer, reader), options);
    keepWhileUnchanged(db, createFileVersion(writer, reader));
    writer.disableBusyTimeout();
    reader.disableBusyTimeout();
    return db;
  }
  // Loaded only if needed: most servers use SQLite.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  const postgres = await openPostgres(databaseUrl, { connections, limits, onUnreachable });
  const db = await migrated(postgres.dialect, options);
  keepWhileUnchanged(db, () => postgres.snapshots.read());
  return db;
}

/** Opens a Postgres without migrating it, because servers of another version may be using it. */
export async function openUnmigrated(url: string): Promise<Database> {
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  const { dialect } = await openPostgres(url, { connections: 1 });
  return new Kysely<Tables>({ dialect });
}

/**
 * Opens one connection for writing and one for reading. SQLite does not wait itself if another process is writing in
 * the journal mode of a new file.
 */
async function openFile(path: string): Promise<[writer: Sqlite, reader: Sqlite]> {
  for (const untilMs = performance.now() + maxOpenMs; ; await setTimeout(retryMs)) {
    try {
      return [openSqlite(path), openSqlite(path, { readOnly: true })];
    } catch (error) {
      if (isBusy(error) && performance.now() < untilMs) continue;
      throw new StartError(`The database ${path} cannot be opened: ${errorMessage(error)}.`);
    }
  }
}

export function isPostgresUrl(databaseUrl: string): boolean {
  return /^postgres(ql)?:\/\//.test(databaseUrl);
}

async function migrated(
  dialect: Dialect,
  { log, onQuery, isCopy, allowsNewer }: Options,
): Promise<Database> {
  const db = new Kysely<Tables>({
    dialect,
    ...(log || onQuery ? { log: (event) => report(event, { log, onQuery }) } : {}),
  });
  try {
    await migrate(db, { allowsNewer });
    if (!isCopy) await requireComplete(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function report(
  { query, queryDurationMillis }: LogEvent,
  { log, onQuery }: Pick<Options, 'log' | 'onQuery'>,
): void {
  log?.(query.sql);
  const [kind = ''] = /^[A-Z]?[a-z]+/.exec(query.query.kind) ?? [];
  onQuery?.(kind.toLowerCase(), queryDurationMillis / 1000);
}

async function requireComplete(db: Database): Promise<void> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === progressTable)) return;
  throw new StartError(
    'A copy into this database has not come to its end: start `millrace db copy` again.',
  );
}
