import { sql } from 'kysely';
import type { Db, TableName } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * Encrypts all values of one table with another key, and returns their number.
 * @param change decrypts a value with the old key and encrypts it with the new one
 */
export type Reencrypt = (trx: Db, change: (encrypted: string) => string) => Promise<number>;

type ColumnOf<Table extends TableName> = keyof Tables[Table] & string;

/**
 * Creates the function that re-encrypts a column. Empty values remain empty.
 * @param key columns that identify a row
 */
export function reencryptColumn<Table extends TableName>(
  table: Table,
  column: ColumnOf<Table>,
  key: readonly ColumnOf<Table>[],
): Reencrypt {
  const columns = sql.join([column, ...key].map((name) => sql.ref(name)));
  return async (trx, change) => {
    const all = sql<Record<string, string>>`select ${columns} from ${sql.table(table)}`;
    const { rows } = await all.execute(trx);
    for (const row of rows) {
      const encrypted = row[column];
      if (!encrypted) continue;
      const changed = sql`${sql.ref(column)} = ${change(encrypted)}`;
      const isRow = key.map((name) => sql`${sql.ref(name)} = ${row[name]}`);
      await sql`update ${sql.table(table)} set ${changed} where ${sql.join(isRow, sql` and `)}`.execute(
        trx,
      );
    }
    return rows.length;
  };
}
