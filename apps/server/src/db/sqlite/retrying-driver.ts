import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { DatabaseBusyError, GoneError, NoSpaceError } from '../../shared/errors.ts';
import type { Sqlite } from './node-sqlite.ts';

/** Time that a call waits for another process that writes. */
const patienceMs = 2000;
const pauseMs = 20;
const sqliteBusy = 5;
const sqliteForeignKey = 787;
const sqliteError = 1;
/** SQLITE_FULL, and that the shared memory beside the database cannot grow. */
const sqliteFull = new Set([13, 4874]);

export function retryingDialect(writer: Sqlite, reader: Sqlite): Dialect {
  return {
    createAdapter: () => new PatientAdapter(),
    createDriver: () => new PatientDriver(writer, reader),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** The driver itself lets one transaction in at a time. */
class PatientAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * One connection for those who write, and one for those who only read, who wait for nobody. Where another
 * process holds the lock for writing, whoever wants to write waits for a while, and the loop does not.
 */
class PatientDriver implements Driver {
  private readonly writer: Sqlite;
  private readonly reader: Sqlite;
  private transaction: PromiseWithResolvers<void> | undefined;
  /** While somebody waits for the lock: the others do not look for it as well. */
  private pause: Promise<void> | undefined;

  constructor(writer: Sqlite, reader: Sqlite) {
    this.writer = writer;
    this.reader = reader;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(this);
  }

  /** It takes the lock at once: one that reads first could not write any more after somebody else has. */
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
      if (errcodeOf(error) !== sqliteError) throw error;
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

  /** Statements of a transaction must see its writes. Other reads use their own connection. */
  async execute({ sql, parameters, query }: CompiledQuery, isInTransaction: boolean) {
    const write = () => run(this.writer, sql, parameters);
    if (isInTransaction) return write();
    if (query.kind === 'SelectQueryNode') return run(this.reader, sql, parameters);
    return this.withRetries(write);
  }

  /** Carries a job out that no transaction of others is in the way of, once there is no lock either. */
  private async withRetries<Result>(job: () => Result): Promise<Result> {
    const untilMs = performance.now() + patienceMs;
    let wasLocked = false;
    for (;;) {
      if (this.transaction) {
        await this.transaction.promise;
      } else if (wasLocked && this.pause) {
        await this.pause;
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
  private readonly driver: PatientDriver;
  isInTransaction = false;

  constructor(driver: PatientDriver) {
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
    const code = errcodeOf(error);
    if (sqliteFull.has(code)) throw new NoSpaceError(undefined, { cause: error });
    throw code === sqliteForeignKey ? new GoneError(error) : error;
  }
}

function isBusy(error: unknown): boolean {
  // The lowest byte is the kind, the others tell more of it.
  return (errcodeOf(error) & 0xff) === sqliteBusy;
}

/** 0 where it is no error of SQLite. */
function errcodeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
}
