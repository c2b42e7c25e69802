import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '@millrace/node-kit/error-message';
import { StartError } from '@millrace/node-kit/start-error';
import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type QueryLimits, usualQueryLimits } from '../../config/query-limits.ts';
import { isUnreachable } from './postgres-errors.ts';
import { connectionConfig, RetryingPool } from './retrying-pool.ts';
import type { SnapshotReader } from './snapshot-reader.ts';

/** Time in ms to wait for the database, which may be starting together with the server. */
const openingMs = 60_000;
const pauseMs = 500;

/**
 * Opens a Postgres database.
 * @throws StartError if the database does not exist, or stays unreachable
 */
export async function openPostgres(
  url: string,
  {
    connections,
    limits = usualQueryLimits,
    onUnreachable = () => {},
  }: {
    connections: number;
    limits?: QueryLimits | undefined;
    onUnreachable?: ((reason: string) => void) | undefined;
  },
): Promise<{ dialect: Dialect; snapshots: SnapshotReader }> {
  await waitForDatabase(url, onUnreachable);
  const pool = new RetryingPool(url, connections, limits);
  return { dialect: new PostgresDialect({ pool }), snapshots: pool.snapshots };
}

/** Waits until the database is reachable. Calls `onUnreachable` once if it has to wait. */
async function waitForDatabase(
  url: string,
  onUnreachable: (reason: string) => void,
): Promise<void> {
  let isReported = false;
  for (const untilMs = performance.now() + openingMs; ; await sleep(pauseMs)) {
    const client = new pg.Client(connectionConfig(url));
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (isUnreachable(error) && performance.now() < untilMs) {
        if (!isReported) onUnreachable(reasonOf(error));
        isReported = true;
        continue;
      }
      throw new StartError(
        `The database of MILLRACE_DATABASE_URL cannot be opened: ${reasonOf(error)}`,
      );
    }
  }
}

function reasonOf(error: unknown): string {
  return errorMessage(error instanceof AggregateError ? error.errors[0] : error);
}
