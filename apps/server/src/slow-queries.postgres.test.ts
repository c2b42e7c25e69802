import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { query } from '../testing/postgres.ts';
import { makePostgresDatabase, removeTestDatabase } from '../testing/test-database.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts';

const waiting = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

let database: string;
let server: TestServer;
let blocker: pg.Client | undefined;
beforeEach(async () => {
  database = await makePostgresDatabase();
});
afterEach(async () => {
  await blocker?.end();
  blocker = undefined;
  await server.stop();
  await removeTestDatabase(database);
});

async function start(env: Record<string, string>) {
  server = await startTestServer({ database, env });
  const ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  const eve = await server.addUser('eve', { admin: true });
  return { ada, eve };
}

/** Lets every query on builds wait: for the database a slow query and a blocked one are the same. */
async function blockBuilds(): Promise<void> {
  blocker = new pg.Client(database);
  await blocker.connect();
  await blocker.query('begin; lock table builds in access exclusive mode');
}

const builds = '/api/repos/ada/project/builds';

it('slow reads of one account leave connections to others, and are canceled with their calls', async () => {
  const { ada, eve } = await start({ MILLRACE_DATABASE_CONNECTIONS: '10' });
  await blockBuilds();
  const leaving = new AbortController();
  const calls = Array.from({ length: 30 }, () =>
    fetch(server.url + builds, { headers: bearer(ada), signal: leaving.signal }).catch(() => null),
  );
  // Six connections are for reads, and one account gets half of these.
  await expect.poll(() => query(database, waiting)).toHaveLength(3);
  const others = await Promise.all([
    fetch(`${server.url}/readyz`),
    fetch(`${server.url}/api/user`, { headers: bearer(eve) }),
    fetch(`${server.url}/api/users`, { headers: bearer(eve) }),
    fetch(`${server.url}/api/user/token`, { method: 'POST', headers: bearer(ada) }),
  ]);
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  leaving.abort();
  await Promise.all(calls);
  await expect.poll(() => query(database, waiting)).toHaveLength(0);
  await blocker?.query('commit');
  expect((await fetch(server.url + builds, { headers: bearer(ada) })).status).toBe(200);
});

it('a slow read is canceled with a message', async () => {
  const { ada } = await start({ MILLRACE_READ_SECONDS: '1' });
  await blockBuilds();
  const answer = await fetch(server.url + builds, { headers: bearer(ada) });
  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      message: 'The database query took longer than 1 second. Try a narrower search.',
      code: 'unavailable',
    },
  ]);
  expect(await query(database, waiting)).toHaveLength(0);
});

it('a change is not canceled with its call', async () => {
  const { ada } = await start({});
  await blockBuilds();
  const leaving = new AbortController();
  const call = fetch(`${server.url}${builds}/1`, {
    method: 'DELETE',
    headers: bearer(ada),
    signal: leaving.signal,
  }).catch(() => null);
  await expect.poll(() => query(database, waiting)).toHaveLength(1);
  leaving.abort();
  await call;
  await blocker?.query('commit');
  await expect
    .poll(() => query(database, 'select status from builds'))
    .toEqual([{ status: 'killed' }]);
});

it('plans each query for its own values', async () => {
  await start({});
  const { rows } = await sql`show plan_cache_mode`.execute(server.core.db);
  expect(rows).toEqual([{ plan_cache_mode: 'force_custom_plan' }]);
});
