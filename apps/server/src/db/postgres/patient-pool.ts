import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isAway, isOutdatedPlan, toServerError } from './postgres-errors.ts';

/** How long a call waits for a database that cannot be reached. */
const patienceMs = 5000;
const pauseMs = 100;

/** Whole numbers, and the sums of such, come as numbers: none here is larger than these can be. */
const numbers = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

/** How every connection of the server is made. */
export function connectionConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'millrace',
    keepAlive: true,
    connectionTimeoutMillis: patienceMs,
    types: {
      getTypeParser: ((type: number, format?: 'text') =>
        numbers.has(type) ? Number : pg.types.getTypeParser(type, format)) as never,
    },
  };
}

/** Connections to Postgres, for a server that outlives its restarts. */
export class PatientPool implements PostgresPool {
  readonly options: object;
  private readonly pool: pg.Pool;

  constructor(url: string, connections: number) {
    this.options = { ...connectionConfig(url), max: connections };
    this.pool = new pg.Pool(this.options);
    // Whoever uses the connection learns of it by its statement.
    const ignore = () => {};
    this.pool.on('error', ignore);
    this.pool.on('connect', (client) => client.on('error', ignore));
  }

  async connect(): Promise<PostgresPoolClient> {
    const untilMs = performance.now() + patienceMs;
    for (;;) {
      try {
        return new Client(await this.pool.connect());
      } catch (error) {
        if (!isAway(error) || performance.now() > untilMs) throw toServerError(error);
        await sleep(pauseMs);
      }
    }
  }

  end(): Promise<void> {
    return this.pool.end();
  }
}

const mostNamed = 500;

/** Most statements are asked again and again: each connection has them read and planned once, by name. */
class StatementNames {
  private readonly names = new Map<string, string>();
  private count = 0;

  nameOf(sql: string): { name?: string } {
    const known = this.names.get(sql);
    if (known) return { name: known };
    if (this.names.size >= mostNamed) return {};
    const name = `millrace-${this.count++}`;
    this.names.set(sql, name);
    return { name };
  }

  /** A newer server has changed the tables: all get new names, and so new plans. */
  forget(): void {
    this.names.clear();
  }
}

const statements = new StatementNames();

class Client implements PostgresPoolClient {
  private readonly client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  query(sql: unknown, parameters?: readonly unknown[]): never {
    // Of the two ways to ask, the one with a cursor is not in use.
    const text = String(sql);
    const values = (parameters ?? []).map(toStorable);
    return this.client
      .query({ text, values, ...statements.nameOf(text) })
      .catch((error: unknown) => this.askAgain(text, values, error))
      .catch((error: unknown) => {
        throw toServerError(error);
      }) as never;
  }

  /** Once more, where only the plan is out of date; in a transaction all of that has to begin anew. */
  private async askAgain(text: string, values: unknown[], error: unknown) {
    if (!isOutdatedPlan(error)) throw error;
    statements.forget();
    return this.client.query({ text, values }).catch(() => {
      throw error;
    });
  }

  release(): void {
    this.client.release();
  }
}

/** The one character that Postgres keeps in no text becomes the one for what cannot be shown. */
function toStorable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\ufffd')
    : value;
}
