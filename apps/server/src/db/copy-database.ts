import { parseJson } from '@millrace/node-kit/parse-json';
import { StartError } from '@millrace/node-kit/start-error';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { type CopiedTable, copiedTables, countRows, readRows } from './copied-tables.ts';
import { type Database, type Db, progressTable } from './database.ts';
import { isPostgres } from './dialect.ts';

const maxRows = 500;
/** Maximum number of log blocks per batch. They are large. */
const maxLogRows = 50;

export interface CopyProgress {
  table: string;
  copied: number;
  total: number;
  isDone: boolean;
}

interface Mark {
  table_name: string;
  /** JSON: the key of the last copied row; null if the table is complete. */
  last: string | null;
}

/**
 * Copies all rows of an installation into an empty database. Resumes a copy that was interrupted.
 * @throws StartError if the target is in use, or if rows are missing after the copy
 */
export async function copyDatabase(
  from: Db,
  to: Database,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  await begin(to);
  for (const copied of copiedTables) await copyTable(from, to, copied, onProgress);
  if (isPostgres(to)) await setSequences(to);
  for (const { table } of copiedTables) {
    const [expected, found] = [await countRows(from, table), await countRows(to, table)];
    if (expected !== found) {
      throw new StartError(
        `${table} has ${found} rows, expected ${expected}: was the source changed during the copy?`,
      );
    }
  }
  await sql`drop table ${sql.table(progressTable)}`.execute(to);
  // Until its next automatic analysis, Postgres would plan for empty tables and read whole rows where an
  // index is enough.
  if (isPostgres(to)) await sql`vacuum analyze`.execute(to);
}

async function begin(to: Database): Promise<void> {
  const tables = await to.introspection.getTables();
  if (tables.some(({ name }) => name === progressTable)) return;
  for (const { table } of copiedTables) {
    if ((await countRows(to, table)) > 0) {
      throw new StartError('The target database is not empty. A copy needs an empty database.');
    }
  }
  await sql`create table ${sql.table(progressTable)} (table_name text primary key, last text)`.execute(
    to,
  );
}

async function copyTable(
  from: Db,
  to: Database,
  { table, key }: CopiedTable,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  const total = await countRows(from, table);
  const mark = await findMark(to, table);
  let copied = mark ? await countRows(to, table) : 0;
  let last = mark?.last ? readKey(mark.last, table) : null;
  const limit = table === 'log_blocks' ? maxLogRows : maxRows;
  for (let isDone = mark !== undefined && last === null; ; ) {
    onProgress({ table, copied, total, isDone });
    if (isDone) return;
    const rows = await readRows(from, { table, key }, last, limit);
    const end = rows.at(-1);
    last = end ? key.map((column) => end[column]) : null;
    await to.transaction().execute(async (trx) => {
      if (rows.length > 0) {
        await trx
          .insertInto(table)
          .values(rows as never)
          .execute();
      }
      await setMark(trx, { table_name: table, last: last && JSON.stringify(last) });
    });
    copied += rows.length;
    isDone = !end;
  }
}

function readKey(text: string, table: string): unknown[] {
  const key = parseJson(z.array(z.unknown()), text);
  if (key) return key;
  throw new StartError(
    `The progress of the copy of ${table} is not readable. Start again with an empty database.`,
  );
}

async function findMark(to: Database, table: string): Promise<Mark | undefined> {
  const marks = await sql<Mark>`
    select table_name, last from ${sql.table(progressTable)} where table_name = ${table}`.execute(
    to,
  );
  return marks.rows[0];
}

async function setMark(trx: Db, { table_name, last }: Mark): Promise<void> {
  await sql`
    insert into ${sql.table(progressTable)} (table_name, last) values (${table_name}, ${last})
    on conflict (table_name) do update set last = excluded.last`.execute(trx);
}

/** Sets the sequences, so that the next row gets an unused id. */
async function setSequences(to: Database): Promise<void> {
  for (const { table, key } of copiedTables) {
    if (key.join() !== 'id') continue;
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 0) + 1, false)
      from ${sql.table(table)}`.execute(to);
  }
}
