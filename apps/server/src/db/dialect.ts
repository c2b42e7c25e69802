import { type Kysely, PostgresAdapter } from 'kysely';

/** Returns whether the database is Postgres, where several transactions run at the same time. */
export function isPostgres<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
