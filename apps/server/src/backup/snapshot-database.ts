import { DatabaseSync } from 'node:sqlite';
import { StartError } from '@millrace/node-kit/start-error';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { copyDatabase } from '../db/copy-database.ts';
import { openDatabase, openUnmigrated } from '../db/database.ts';
import { migrations } from '../db/migrations/index.ts';

/** Time that reads wait for a lock of the server in ms. */
const timeout = 10_000;

/**
 * Writes a snapshot of a database, which a server may be using, to a new SQLite file. Returns the names of its
 * migrations.
 */
export async function snapshotDatabase(
  database: { url: string | undefined; file: string },
  target: string,
): Promise<string[]> {
  return database.url
    ? snapshotPostgres(database.url, target)
    : snapshotFile(database.file, target);
}

/**
 * One read transaction, which does not block the writes of a server. The online backup of SQLite would start
 * again after each of them.
 */
function snapshotFile(file: string, target: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true, timeout });
  try {
    db.prepare('vacuum into ?').run(target);
  } finally {
    db.close();
  }
  return listMigrations(target);
}

/** Returns the names of the migrations that changed a SQLite file. */
export function listMigrations(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = db.prepare(`select name from ${DEFAULT_MIGRATION_TABLE} order by name`).all();
    return rows.map(({ name }) => String(name));
  } finally {
    db.close();
  }
}

async function snapshotPostgres(url: string, target: string): Promise<string[]> {
  const source = await openUnmigrated(url);
  try {
    const copy = await openDatabase(target, { isCopy: true });
    try {
      await source
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (trx) => {
          const { rows } = await sql<{ name: string }>`
            select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(trx);
          requireSameVersion(rows.map(({ name }) => name));
          await copyDatabase(trx, copy, () => {});
        });
    } finally {
      await copy.destroy();
    }
  } finally {
    await source.destroy();
  }
  return listMigrations(target);
}

/** The tables are copied by the schema of this version. */
function requireSameVersion(applied: readonly string[]): void {
  const known = Object.keys(migrations);
  if (applied.length === known.length && applied.every((name) => known.includes(name))) return;
  throw new StartError(
    'Another version of Millrace uses this database. Create the backup with the version of its servers.',
  );
}
