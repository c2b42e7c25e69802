import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createLogger } from '@millrace/node-kit/logger';
import { openStream } from '@millrace/test-support/stream-reader';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { query } from '../../testing/postgres.ts';
import { makePostgresDatabase, removeTestDatabase } from '../../testing/test-database.ts';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';
import { Notices } from './notices.ts';

let database: string;
let server: TestServer;
let stream: Awaited<ReturnType<typeof openStream>>;
let holder: pg.Client;
beforeEach(async () => {
  database = await makePostgresDatabase();
  server = await startTestServer({ database });
  const ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  stream = await openStream(`${server.url}/api/stream/ada/project`, bearer(ada));
  holder = new pg.Client(database);
  await holder.connect();
});
afterEach(async () => {
  await holder.end();
  await server.stop();
  await removeTestDatabase(database);
});

/** Closes the connection of a statement that waits for a lock of `holder`. */
async function cutWaiting(): Promise<void> {
  const cut = () =>
    query(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
  await expect.poll(async () => (await cut()).length).toBe(1);
}

const change = `insert into build_changes (repo_id, build_id, version)
  select repo_id, id, version from builds returning id`;

it('publishes a change once it can be read', async () => {
  await holder.query('begin');
  await holder.query('lock table builds in access exclusive mode');
  const told = { id: 1000, repoId: 1, buildId: 1, version: 1, endedSteps: [], freesQueue: false };
  server.core.bus.publishHere('buildChanged', { ...told, status: 'pending' });
  await cutWaiting();
  await holder.query('commit');
  await stream.find((message) => message.id === '1000');
});

it('publishes missed changes after a failed read', async () => {
  await holder.query('begin');
  const [{ id }] = (await holder.query(change)).rows;
  await holder.query('lock table build_changes in access exclusive mode');
  await query(
    database,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query = 'listen millrace'`,
  );
  await cutWaiting();
  await holder.query('commit');
  await stream.find((message) => message.id === String(id));
});

it('builds a push that was confirmed while the database became unreachable, once it is reachable again', async () => {
  const tree = await createWorkTree(server, 'ada', 'ada/project');
  await tree.git('fetch', '--quiet', 'origin', 'main');
  await tree.git('reset', '--hard', '--quiet', 'FETCH_HEAD');
  await tree.commit({ 'a.txt': 'a' });
  await holder.query('begin');
  await holder.query('lock table leases in access exclusive mode');
  const pushing = tree.git('push', '--quiet', 'origin', 'HEAD:main');
  await cutWaiting();
  await holder.query('commit');
  expect((await pushing).exitCode).toBe(0);
  const newest = `select max(number)::int as newest from builds`;
  await expect.poll(async () => (await query(database, newest))[0]?.newest).toBe(2);
});

it('publishes a notification that arrives with the first response after the missed changes', async () => {
  const proxy = await startHoldingProxy(database, 'listen millrace', 'said early');
  const heard: string[] = [];
  const notices = new Notices({
    url: proxy.url,
    serverId: 'one',
    logger: createLogger('silent'),
    onNotice: (text) => heard.push(text),
    onConnect: () => heard.push('connected'),
  });
  const starting = notices.start();
  await proxy.holds;
  await query(database, `notify millrace, 'said early'`);
  await starting;
  await expect.poll(() => heard).toEqual(['connected', 'said early']);
  await notices.stop();
});

/** A proxy in front of the database. It joins the response to a statement with the text that follows. */
async function startHoldingProxy(databaseUrl: string, statement: string, text: string) {
  const holding = Promise.withResolvers<void>();
  const proxy = createServer((client) => {
    const { hostname, port } = new URL(databaseUrl);
    const server = connect(Number(port), hostname);
    let held: Buffer[] | undefined;
    server.on('data', (bytes: Buffer) => {
      held?.push(bytes);
      if (!held) client.write(bytes);
      else if (bytes.includes(text)) client.write(Buffer.concat(held.splice(0)));
      else if (bytes.includes('LISTEN')) holding.resolve();
    });
    client.on('data', (bytes) => {
      if (bytes.includes(statement)) held = [];
      server.write(bytes);
    });
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const url = Object.assign(new URL(databaseUrl), { port }).href;
  return { url, holds: holding.promise };
}
