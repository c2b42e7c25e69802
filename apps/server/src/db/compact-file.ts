import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Rewrites a SQLite file without free pages. From now on, free pages are returned to the file system while the
 * server runs. Nothing else may use the file.
 */
export async function compactFile(db: Database): Promise<void> {
  await sql`pragma auto_vacuum = incremental`.execute(db);
  await sql`vacuum`.execute(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
