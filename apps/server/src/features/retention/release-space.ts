import type { Clock } from '@millrace/node-kit/clock';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isPostgres } from '../../db/dialect.ts';
import { PacedWork } from './paced-work.ts';

const incremental = 2;
/** Pages released in one statement. More would block other statements for too long. */
const pagesAtOnce = 64;
/** Nothing else runs while pages are released. */
const pauses = 4;
/** Share of the file that stays free for new rows. */
const reserve = 0.05;

/**
 * Returns free pages of a SQLite file to the file system, in short steps. Does nothing for a file that was
 * created without `auto_vacuum`: its free pages are used for new rows. Postgres vacuums by itself.
 */
export async function releaseSpace(
  db: Database,
  clock: Pick<Clock, 'wait'>,
  stopped: AbortSignal,
): Promise<void> {
  if (isPostgres(db) || (await readNumber(db, 'auto_vacuum')) !== incremental) return;
  const work = new PacedWork({ clock, stopped, pauses });
  for (;;) {
    const [free, all] = [
      await readNumber(db, 'freelist_count'),
      await readNumber(db, 'page_count'),
    ];
    if (stopped.aborted || free <= pagesAtOnce + reserve * all) return;
    await work.run(() => sql`pragma incremental_vacuum(${sql.lit(pagesAtOnce)})`.execute(db));
  }
}

async function readNumber(
  db: Database,
  name: 'auto_vacuum' | 'freelist_count' | 'page_count',
): Promise<number> {
  const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db);
  return rows[0]?.[name] ?? 0;
}
