import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { PatientClient } from './patient-client.ts';
import { isAway, toServerError } from './postgres-errors.ts';

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
    const connect = () => this.connectPatiently();
    return new PatientClient(await connect(), connect);
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  private async connectPatiently(): Promise<pg.PoolClient> {
    const untilMs = performance.now() + patienceMs;
    for (;;) {
      try {
        return await this.pool.connect();
      } catch (error) {
        if (!isAway(error) || performance.now() > untilMs) throw toServerError(error);
        await sleep(pauseMs);
      }
    }
  }
}
