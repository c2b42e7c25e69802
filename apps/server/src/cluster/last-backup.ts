import { DatabaseSync } from 'node:sqlite';
import { type Db, openUnmigrated } from '../db/database.ts';

/** Name of the time of the last complete backup in `server_state`, in Unix seconds. */
const lastBackupState = 'last-backup';

/** Time that the write waits for a lock of the server in ms. */
const timeout = 10_000;

/**
 * Stores the time of a complete backup for the metrics of servers. The database is not migrated, because servers of
 * another version may be using it.
 */
export async function recordBackup(
  database: { url: string | undefined; file: string },
  nowSec: number,
): Promise<void> {
  const row = { name: lastBackupState, value: String(nowSec) };
  if (database.url) await recordInPostgres(database.url, row);
  else recordInFile(database.file, row);
}

/** Returns the time of the last complete backup in Unix seconds; 0 if there is none. */
export async function readLastBackup(db: Db): Promise<number> {
  const found = db.selectFrom('server_state').select('value').where('name', '=', lastBackupState);
  return Number((await found.executeTakeFirst())?.value ?? 0);
}

interface StateRow {
  name: string;
  value: string;
}

async function recordInPostgres(url: string, { name, value }: StateRow): Promise<void> {
  const db = await openUnmigrated(url);
  try {
    await db
      .insertInto('server_state')
      .values({ name, value })
      .onConflict((known) => known.column('name').doUpdateSet({ value }))
      .execute();
  } finally {
    await db.destroy();
  }
}

function recordInFile(file: string, { name, value }: StateRow): void {
  const db = new DatabaseSync(file, { timeout });
  try {
    db.prepare('replace into server_state (name, value) values (?, ?)').run(name, value);
  } finally {
    db.close();
  }
}
