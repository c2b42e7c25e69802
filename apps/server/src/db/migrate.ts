import { StartError } from '@millrace/node-kit/start-error';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { migrations as allMigrations } from './migrations/index.ts';

interface Options {
  /** Whether to accept a database that a newer version has migrated. */
  allowsNewer?: boolean | undefined;
  migrations?: Readonly<Record<string, Migration>>;
}

/**
 * Applies the migrations that are missing.
 * @throws StartError if a newer version has migrated the database, unless that is allowed, or if it is of a version
 * before 1.0
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  { allowsNewer = false, migrations = allMigrations }: Options = {},
): Promise<void> {
  const applied = await listApplied(db);
  if (isUnreleased(applied)) {
    throw new StartError(
      'A version of Millrace before 1.0 created this database, which this version cannot open: start with an empty data folder and an empty database.',
    );
  }
  const unknown = listUnknown(applied, migrations);
  if (unknown.length === 0) {
    const provider = { getMigrations: async () => ({ ...migrations }) };
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error) throw error;
  } else if (!allowsNewer) {
    throw new StartError(
      `A newer version of Millrace has changed this database (${unknown.join(', ')}). Start that version or a later one; to run this version on it, during an update or to go back by one version, set MILLRACE_NEWER_DATABASE=allow.`,
    );
  }
}

/** Returns the migrations that a database has and this version does not know. */
export function listUnknown(
  applied: readonly string[],
  migrations: Readonly<Record<string, Migration>> = allMigrations,
): string[] {
  return applied.filter((name) => !Object.hasOwn(migrations, name));
}

/** Returns whether a database with these migrations was created by a version before 1.0, which had other ones. */
export function isUnreleased(applied: readonly string[]): boolean {
  const [baseline = ''] = Object.keys(allMigrations);
  return applied.length > 0 && !applied.includes(baseline);
}

async function listApplied<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}
