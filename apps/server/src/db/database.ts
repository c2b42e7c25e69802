import { type Dialect, Kysely, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import { openSqlite } from './sqlite/node-sqlite.ts';
import { patientDialect } from './sqlite/patient-driver.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** The database, or a transaction on it. */
export type Db = Database | Transaction<Tables>;

interface Options {
  /** Hears of every statement. */
  log?: (query: string) => void;
  /** How many connections a Postgres gives this process at most. */
  connections?: number;
}

/** Opens a database, by the path of its file or the URL of a Postgres, and brings it to the newest schema. */
export async function openDatabase(place: string, options: Options = {}): Promise<Database> {
  const { log, connections = 10 } = options;
  if (!isPostgresUrl(place)) {
    const writer = openSqlite(place);
    const reader = openSqlite(place, { readOnly: true });
    const db = await migrated(patientDialect(writer, reader), log);
    writer.waitNoMore();
    reader.waitNoMore();
    return db;
  }
  // Most servers have no use for the driver.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return migrated(await openPostgres(place, connections), log);
}

export function isPostgresUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

async function migrated(dialect: Dialect, log: Options['log']): Promise<Database> {
  const db = new Kysely<Tables>({
    dialect,
    ...(log ? { log: ({ query }) => log(query.sql) } : {}),
  });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (!error) return db;
  await db.destroy();
  throw error;
}
