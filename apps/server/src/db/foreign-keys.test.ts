import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import {
  makeTestDatabase,
  removeTestDatabase,
  wantsPostgres,
} from '../../testing/test-database.ts';
import { openDatabase } from './database.ts';

interface Key {
  table: string;
  columns: string;
}

interface Index extends Key {
  /** Condition of a partial index. */
  condition: string | null;
}

const keysOfSqlite = sql<Key>`
  select name as "table", group_concat("from") as columns from (
    select tables.name, keys.id, keys."from"
    from sqlite_master as tables, pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table' order by tables.name, keys.id, keys.seq
  ) group by name, id`;

const indexesOfSqlite = sql<Index>`
  select "table", group_concat(name) as columns, condition from (
    select tables.name as "table", indexes.name as "index", columns.name,
      case when indexes.partial then substr(made.sql, instr(lower(made.sql), 'where') + 6) end as condition
    from sqlite_master as tables, pragma_index_list(tables.name) as indexes,
      pragma_index_info(indexes.name) as columns
    left join sqlite_master as made on made.name = indexes.name
    where tables.type = 'table' order by indexes.name, columns.seqno
  ) group by "table", "index"
  union all
  select tables.name, columns.name, null from sqlite_master as tables,
    pragma_table_info(tables.name) as columns
  where tables.type = 'table' and columns.pk = 1`;

const namesOf = (table: string, numbers: string) => `(
    select string_agg(attname, ',' order by place) from unnest(${numbers}) with ordinality as each (number, place)
    join pg_attribute on attrelid = ${table} and attnum = number)`;

const keysOfPostgres = sql<Key>`
  select conrelid::regclass::text as "table", ${sql.raw(namesOf('conrelid', 'conkey'))} as columns
  from pg_constraint where contype = 'f'`;

const indexesOfPostgres = sql<Index>`
  select indrelid::regclass::text as "table",
    ${sql.raw(namesOf('indrelid', 'indkey::smallint[]'))} as columns,
    pg_get_expr(indpred, indrelid) as condition
  from pg_index where indrelid in (select conrelid from pg_constraint where contype = 'f')`;

/** An index of the rows that refer to something finds all of them. */
const isOfReferences = (condition: string, column: string) =>
  condition.toLowerCase().replace(/[()]/g, '').trim() === `${column} is not null`;

it('has an index for each foreign key, so that no deletion reads a whole table', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-keys-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const database = await makeTestDatabase(dir);
  onTestFinished(() => removeTestDatabase(database));
  const db = await openDatabase(database);
  onTestFinished(() => db.destroy());
  const { rows: keys } = await (wantsPostgres ? keysOfPostgres : keysOfSqlite).execute(db);
  const { rows: indexes } = await (wantsPostgres ? indexesOfPostgres : indexesOfSqlite).execute(db);
  expect(keys.length).toBeGreaterThan(40);
  const unserved = keys.filter(
    (key) =>
      !indexes.some(
        ({ table, columns, condition }) =>
          table === key.table &&
          `${columns},`.startsWith(`${key.columns},`) &&
          (condition === null || isOfReferences(condition, key.columns)),
      ),
  );
  expect(unserved).toEqual([]);
});
