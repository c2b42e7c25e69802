import { DatabaseBusyError } from '@millrace/contract/api-errors';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  query,
  startPostgres,
  type TestPostgres,
  waitingForLock,
} from '../../../testing/postgres.ts';
import { makePostgresDatabase, removeTestDatabase } from '../../../testing/test-database.ts';
import { type Database, openDatabase } from '../database.ts';
import { inTransaction } from '../transaction.ts';

let databaseUrl: string;
let db: Database;
beforeEach(async () => {
  databaseUrl = await makePostgresDatabase();
  db = await openDatabase(databaseUrl, { connections: 2 });
});
afterEach(async () => {
  await db.destroy();
  await removeTestDatabase(databaseUrl);
});

const readUsers = (from: Pick<Database, 'selectFrom'> = db) =>
  from.selectFrom('users').selectAll().execute();

it('continues after a newer server has changed the tables', async () => {
  await Promise.all([readUsers(), readUsers()]);
  await query(databaseUrl, 'alter table users add column later text');
  expect(await readUsers()).toEqual([]);
  await Promise.all([readUsers(), readUsers()]);
  await query(databaseUrl, 'alter table users add column later_still text');
  let tries = 0;
  const read = await inTransaction(db, (trx) => {
    tries++;
    return readUsers(trx);
  });
  expect([read, tries]).toEqual([[], 2]);
});

it('prepares statements, whatever the pools of other databases have prepared', async () => {
  for (const number of Array(600).keys()) await sql.raw(`select ${number}`).execute(db);
  const other = await openDatabase(databaseUrl, { connections: 1 });
  try {
    await sql.raw('select 0 as own').execute(other);
    const prepared = await sql<{ statement: string }>`
      select statement from pg_prepared_statements`.execute(other);
    const statements = prepared.rows.map(({ statement }) => statement);
    expect(statements).toContain('select 0 as own');
  } finally {
    await other.destroy();
  }
});

it('retries a transaction that was rolled back because of another one', async () => {
  await db
    .insertInto('server_state')
    .values([
      { name: 'a', value: '0' },
      { name: 'b', value: '0' },
    ])
    .execute();
  const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let tries = 0;
  const change = (names: readonly string[], own: 0 | 1) =>
    inTransaction(db, async (trx) => {
      tries++;
      for (const [at, name] of names.entries()) {
        await trx
          .updateTable('server_state')
          .set({ value: sql<string>`value || '+'` })
          .where('name', '=', name)
          .execute();
        if (at > 0) continue;
        met[own].resolve();
        await met[1 - own]?.promise;
      }
    });
  await Promise.all([change(['a', 'b'], 0), change(['b', 'a'], 1)]);
  expect(tries).toBeGreaterThan(2);
  const rows = await db.selectFrom('server_state').select('value').execute();
  expect(rows.map(({ value }) => value)).toEqual(['0++', '0++']);
});

it('retries a statement that was rolled back because of a transaction', async () => {
  const rows = ['b', 'a'].map((name) => ({ name, value: '' }));
  await db.insertInto('server_state').values(rows).execute();
  const append = (to: Pick<Database, 'updateTable'>, text: string) =>
    to.updateTable('server_state').set({ value: sql<string>`value || ${sql.val(text)}` });
  let alone: Promise<unknown> | undefined;
  await inTransaction(db, async (trx) => {
    await append(trx, '1').where('name', '=', 'a').execute();
    if (!alone) {
      // It has locked one row, and waits for the other.
      alone = append(db, '2').execute();
      await expect.poll(() => query(databaseUrl, waitingForLock)).toHaveLength(1);
    }
    // If this comes late, Postgres aborts this transaction instead, and it is retried.
    await append(trx, '1').where('name', '=', 'b').execute();
  });
  await alone;
  const values = await db.selectFrom('server_state').select('value').execute();
  expect(values.map(({ value }) => [...value].sort().join(''))).toEqual(['12', '12']);
});

it('stores any text and any number unchanged', async () => {
  const value = 'a\0b "\\" \u{1f600} \ud800';
  await db.insertInto('server_state').values({ name: 'odd', value }).execute();
  await db
    .insertInto('leases')
    .values({ name: 'x', holder: '', until: 2 ** 52 })
    .execute();
  const row = await db.selectFrom('server_state').select('value').executeTakeFirstOrThrow();
  expect(row.value).toBe('a\ufffdb "\\" \u{1f600} \ufffd');
  const lease = await db.selectFrom('leases').select('until').executeTakeFirstOrThrow();
  expect(lease.until).toBe(2 ** 52);
});

it('waits for a database that is briefly unreachable, and fails after a while', async () => {
  const postgres = (await startPostgres()) as TestPostgres;
  try {
    const own = await openDatabase(postgres.urlOf('postgres'));
    await postgres.stop('SIGKILL');
    const waiting = readUsers(own);
    await postgres.start();
    expect(await waiting).toEqual([]);
    await postgres.stop();
    await expect(readUsers(own)).rejects.toThrow(DatabaseBusyError);
    await own.destroy();

    const reasons: string[] = [];
    const opening = openDatabase(postgres.urlOf('postgres'), {
      onUnreachable: (reason) => reasons.push(reason),
    });
    await expect.poll(() => reasons).toEqual([expect.stringMatching(/ECONNREFUSED|ENOENT/)]);
    await postgres.start();
    await (await opening).destroy();
    expect(reasons).toHaveLength(1);
  } finally {
    await postgres.remove();
  }
});

it.each([
  ['no such database', (url: URL) => Object.assign(url, { pathname: 'nothing' }).href],
  ['no such account', (url: URL) => Object.assign(url, { username: 'nobody' }).href],
])('reports why it cannot be opened: %s', async (_, change) => {
  await expect(openDatabase(change(new URL(databaseUrl)))).rejects.toThrow(
    /^The database of MILLRACE_DATABASE_URL cannot be opened: .*does not exist/,
  );
});
