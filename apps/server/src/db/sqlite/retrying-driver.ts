import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseBusyError, GoneError, NoSpaceError } from '@millrace/contract/api-errors';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Sqlite } from './node-sqlite.ts';
import { isBusy, resultCodeOf } from './result-codes.ts';

/** Maximum time that a call waits for another process that writes. */
const maxWaitMs = 2000;
const pauseMs = 20;
const sqliteForeignKey = 787;
const sqliteError = 1;
/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: the shared memory beside the database cannot grow. */
const sqliteFull = new Set([13, 4874]);

export function retryingDialect(writer: Sqlite, reader: Sqlite): Dialect {
  return {
    createAdapter: () => new RetryingAdapter(),
    createDriver: () => new RetryingDriver(writer, reader),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class RetryingAdapter extends SqliteAdapter {
  /** Disables the lock of Kysely, because the driver runs one transaction at a time itself. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** Migrates in one transaction, so that a crash or another process at the same time leaves no part of a schema. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Driver with one connection for writes, and one for reads, which never wait. If another process holds the
 * write lock, writes are retried without blocking the event loop.
 */
class RetryingDriver implements Driver {
  private readonly writer: Sqlite;
  private readonly reader: Sqlite;
  private transaction: PromiseWithResolvers<void> | undefined;
  /** Pause before the next attempt to acquire the lock. All waiting writes share it. */
  private pause: Promise<void> | undefined;
  private readonly slice = new TimeSlice();
  /** End of the current turn of the event loop. All writes that wait for it share it. */
  private nextTurn: Promise<void> | undefined;

  constructor(writer: Sqlite, reader: Sqlite) {
    this.writer = writer;
    this.reader = reader;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(this);
  }

  /**
   * Acquires the write lock immediately: a transaction that starts with a read could not write after another
   * process has written.
   */
  async beginTransaction(connection: Connection): Promise<void> {
    await this.withRetries(() => {
      run(this.writer, 'begin immediate');
      this.transaction = Promise.withResolvers();
      connection.isInTransaction = true;
    });
  }

  async commitTransaction(): Promise<void> {
    run(this.writer, 'commit');
  }

  async rollbackTransaction(): Promise<void> {
    try {
      run(this.writer, 'rollback');
    } catch (error) {
      // A full disk may have ended the transaction already.
      if (resultCodeOf(error) !== sqliteError) throw error;
    }
  }

  async releaseConnection(connection: Connection): Promise<void> {
    if (!connection.isInTransaction) return;
    this.transaction?.resolve();
    this.transaction = undefined;
  }

  async destroy(): Promise<void> {
    this.reader.close();
    this.writer.close();
  }

  /**
   * Lets other work on the event loop run after each slice. SQLite answers at once, so that the promises of many calls would
   * follow each other in the queue of microtasks until all are done. Only writes wait: the statements of one read
   * would otherwise see different states of a build.
   */
  private leaveRoom(): Promise<void> {
    this.nextTurn ??= this.slice.next().then(() => {
      this.nextTurn = undefined;
    });
    return this.nextTurn;
  }

  /** Statements of a transaction must see its writes. Other reads use their own connection. */
  async execute({ sql, parameters, query }: CompiledQuery, isInTransaction: boolean) {
    const write = () => run(this.writer, sql, parameters);
    if (isInTransaction) return write();
    if (query.kind === 'SelectQueryNode') return run(this.reader, sql, parameters);
    return this.withRetries(write);
  }

  /** Runs a job when no transaction is open, and retries it while another process holds the lock. */
  private async withRetries<Result>(job: () => Result): Promise<Result> {
    const untilMs = performance.now() + maxWaitMs;
    let wasLocked = false;
    for (;;) {
      if (this.transaction) {
        await this.transaction.promise;
      } else if (wasLocked && this.pause) {
        await this.pause;
      } else if (this.slice.isOver()) {
        await this.leaveRoom();
      } else {
        try {
          return job();
        } catch (error) {
          if (!isBusy(error)) throw error;
          if (performance.now() > untilMs) throw new DatabaseBusyError();
          wasLocked = true;
          this.pause ??= sleep(pauseMs).finally(() => {
            this.pause = undefined;
          });
        }
      }
    }
  }
}

class Connection implements DatabaseConnection {
  private readonly driver: RetryingDriver;
  isInTransaction = false;

  constructor(driver: RetryingDriver) {
    this.driver = driver;
  }

  async executeQuery<Row>(query: CompiledQuery) {
    const result = await this.driver.execute(query, this.isInTransaction);
    return { ...result, rows: result.rows as Row[] };
  }

  async *streamQuery<Row>(query: CompiledQuery) {
    yield await this.executeQuery<Row>(query);
  }
}

function run(database: Sqlite, sql: string, parameters: readonly unknown[] = []) {
  const statement = database.prepare(sql);
  try {
    if (statement.reader) return { rows: statement.all(parameters) };
    const { changes } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  } catch (error) {
    const code = resultCodeOf(error);
    if (sqliteFull.has(code)) throw new NoSpaceError(undefined, { cause: error });
    throw code === sqliteForeignKey ? new GoneError(error) : error;
  }
}
