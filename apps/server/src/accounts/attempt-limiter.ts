import { CompiledQuery } from 'kysely';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
} from 'rate-limiter-flexible';
import type { Database } from '../db/database.ts';
import { isPostgres } from '../db/dialect.ts';

export type CreateLimiter = (
  name: string,
  points: number,
  durationSec: number,
) => RateLimiterAbstract;

/**
 * Returns a function that creates limiters. They count attempts in memory, or in the database if several
 * servers share it.
 */
export function createLimiterFor(db: Database): CreateLimiter {
  if (!isPostgres(db)) return (_, points, duration) => new RateLimiterMemory({ points, duration });
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows, numAffectedRows = 0n } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length || Number(numAffectedRows) };
    },
  };
  return (name, points, duration) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'sign_in_attempts',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration,
    });
}
