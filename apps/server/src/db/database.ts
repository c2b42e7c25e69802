import { Kysely, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import { openSqlite } from './node-sqlite.ts';
import { patientDialect } from './patient-driver.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** The database, or a transaction on it. */
export type Db = Database | Transaction<Tables>;

/** Opens the database file and brings it to the newest schema; `log` hears of every statement. */
export async function openDatabase(path: string, log?: (query: string) => void): Promise<Database> {
  const writer = openSqlite(path);
  const reader = openSqlite(path, { readOnly: true });
  const db = new Kysely<Tables>({
    dialect: patientDialect(writer, reader),
    ...(log ? { log: ({ query }) => log(query.sql) } : {}),
  });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  writer.waitNoMore();
  reader.waitNoMore();
  return db;
}
