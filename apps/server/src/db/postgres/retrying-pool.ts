import { setTimeout as sleep } from 'node:timers/promises';
import { callerGone } from '@millrace/contract/api-errors';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { countReserved, type QueryLimits } from '../../config/query-limits.ts';
import { currentQueryScope, type QueryScope } from '../../shared/query-scope.ts';
import type { SlotsPerKey } from '../../shared/slots-per-key.ts';
import { isUnreachable, toServerError } from './postgres-errors.ts';
import { createReadSlots } from './read-slots.ts';
import { RetryingClient } from './retrying-client.ts';
import { SnapshotReader } from './snapshot-reader.ts';
import { StatementNames } from './statement-names.ts';

/** Maximum time that a call waits for an unreachable database. */
const maxWaitMs = 5000;
const pauseMs = 100;

/**
 * Types whose values are parsed as numbers: 64-bit integers and sums of them. All values here are safe
 * integers.
 */
const numbers = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

/** Returns the settings of every connection of the server. */
export function connectionConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'millrace',
    keepAlive: true,
    connectionTimeoutMillis: maxWaitMs,
    types: {
      getTypeParser: ((type: number, format?: 'text') =>
        numbers.has(type) ? Number : pg.types.getTypeParser(type, format)) as never,
    },
  };
}

/**
 * Plans every query for its own values. After five executions, Postgres would use a generic plan, which takes
 * minutes if a search term occurs in most builds. Planning each time costs 0.1 ms.
 */
const planForValues = 'set plan_cache_mode = force_custom_plan';

/** Index reads are cheap on today's disks. The default, for spinning disks, prefers full table scans. */
const planForFastDisks = 'set random_page_cost = 1.1';

/** Pool of connections to Postgres that survives restarts of Postgres. */
export class RetryingPool implements PostgresPool {
  readonly options: object;
  readonly snapshots: SnapshotReader;
  private readonly config: pg.ClientConfig;
  private readonly pool: pg.Pool;
  private readonly limits: QueryLimits;
  private readonly readSlots: SlotsPerKey;
  private readonly statements = new StatementNames();

  constructor(url: string, connections: number, limits: QueryLimits) {
    this.limits = limits;
    this.config = connectionConfig(url);
    this.options = { ...this.config, max: connections };
    this.snapshots = new SnapshotReader({ ...this.config, query_timeout: maxWaitMs });
    this.readSlots = createReadSlots(connections - countReserved(connections));
    this.pool = new pg.Pool(this.options);
    // The user of a connection gets the error from its own statement.
    const ignore = () => {};
    this.pool.on('error', ignore);
    this.pool.on('connect', (client) => {
      client.on('error', ignore);
      client.query(`${planForValues}; ${planForFastDisks}`).catch(ignore);
    });
  }

  async connect(): Promise<PostgresPoolClient> {
    const scope = currentQueryScope();
    const onRelease = scope?.kind === 'read' ? await this.acquireRead(scope) : () => {};
    const connect = () => this.connectWithRetries();
    try {
      return new RetryingClient(await connect(), {
        connect,
        statements: this.statements,
        onRelease,
        limit: scope && { scope, sec: this.limits[`${scope.kind}Sec`] },
        cancel: (processId) => this.cancel(processId),
      });
    } catch (error) {
      onRelease();
      throw error;
    }
  }

  async end(): Promise<void> {
    await Promise.all([this.pool.end(), this.snapshots.end()]);
  }

  private async acquireRead({ callerKey, signal }: QueryScope): Promise<() => void> {
    const release = await this.readSlots.acquire(callerKey);
    if (!signal.aborted) return release;
    release();
    throw callerGone();
  }

  /** Uses a separate connection, because the pool may be fully used by the statements to cancel. */
  private async cancel(processId: number): Promise<void> {
    const client = new pg.Client(this.config);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select pg_cancel_backend($1)', [processId]);
    } catch {
      // The database is unreachable, so the query is lost too.
    } finally {
      await client.end().catch(() => {});
    }
  }

  private async connectWithRetries(): Promise<pg.PoolClient> {
    const untilMs = performance.now() + maxWaitMs;
    for (;;) {
      try {
        return await this.pool.connect();
      } catch (error) {
        if (!isUnreachable(error) || performance.now() > untilMs) throw toServerError(error);
        await sleep(pauseMs);
      }
    }
  }
}
