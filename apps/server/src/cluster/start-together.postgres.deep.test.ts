import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { query, startPostgres, waitingForLock } from '../../testing/postgres.ts';
import { readToken } from '../../testing/read-token.ts';
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts';
import { makePostgresDatabase, removeTestDatabase } from '../../testing/test-database.ts';

let database: string;
let shared: Record<string, string>;
beforeEach(async () => {
  database = await makePostgresDatabase();
  shared = { MILLRACE_DATABASE_URL: database, MILLRACE_SECRET_KEY: 'a key that all servers know' };
});
afterEach(() => removeTestDatabase(database));

const folderOf = (server: ServerProcess) => ({ MILLRACE_REPOSITORIES: server.dataDir });

describe('servers on one database', () => {
  it('can be started at the same time on an empty database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-together-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const env = { ...shared, MILLRACE_REPOSITORIES: folder, MILLRACE_SEED: 'samples' };
    const servers = await Promise.all([1, 2, 3].map(() => startServerProcess(env)));
    const tokens = await Promise.all(servers.map(({ url }) => readToken(url)));
    expect(new Set(tokens).size).toBeGreaterThan(0);
    const outputs = servers.map((server) => server.output());
    expect(outputs.filter((output) => output.includes('Sign in as   admin'))).toHaveLength(1);
  });

  it('require the same key and the same repositories', async () => {
    const first = await startServerProcess(shared);
    const other = { ...shared, ...folderOf(first), MILLRACE_SECRET_KEY: 'a key of its own' };
    await expect(startServerProcess(other)).rejects.toThrow(
      'The secret key does not belong to this database. All servers on it need the same',
    );
    await expect(startServerProcess(shared)).rejects.toThrow(
      /installation\.id is missing\. .*MILLRACE_REPOSITORIES/,
    );
  });

  it('reject a copied data folder with the id of another server', async () => {
    const first = await startServerProcess(shared);
    const copy = await mkdtemp(join(tmpdir(), 'millrace-copy-'));
    onTestFinished(() => rm(copy, { recursive: true, force: true }));
    await copyFile(join(first.dataDir, 'server.id'), join(copy, 'server.id'));
    const env = { ...shared, ...folderOf(first), MILLRACE_DATA: copy };
    await expect(startServerProcess(env)).rejects.toThrow(
      /Another server on this database has the id [0-9a-f]{16}: its data folder was copied\./,
    );
    await first.end('SIGKILL');
    await startServerProcess(env);
  });

  it('continue the background work on another server if one stops or crashes', async () => {
    const first = await startServerProcess(shared);
    const again = { ...shared, ...folderOf(first) };
    const second = await startServerProcess(again);
    const readHolder = async () => {
      const [row] = await query(
        database,
        "select holder from leases where name = 'background work'",
      );
      return row?.holder;
    };
    const one = await readHolder();
    await first.end('SIGTERM');
    const until = { timeout: 25_000, interval: 50 };
    await expect.poll(readHolder, until).not.toBe(one);
    await expect.poll(readHolder, until).toEqual(expect.any(String));
    const two = await readHolder();
    const third = await startServerProcess(again);
    await second.end('SIGKILL');
    await expect.poll(readHolder, until).not.toBe(two);
    expect((await fetch(`${third.url}/readyz`)).status).toBe(200);
  });
});

it('retries the start if the database becomes unreachable during it', async () => {
  const postgres = await startPostgres();
  if (!postgres) throw new Error('There is no Postgres for this machine');
  onTestFinished(() => postgres.remove());
  const databaseUrl = postgres.urlOf('postgres');
  const first = await startServerProcess({ MILLRACE_DATABASE_URL: databaseUrl });
  await first.end('SIGTERM');
  const holder = new pg.Client(databaseUrl);
  holder.on('error', () => {});
  await holder.connect();
  await holder.query('begin; lock table users in access exclusive mode');
  const starting = startServerProcess({
    MILLRACE_DATABASE_URL: databaseUrl,
    MILLRACE_DATA: first.dataDir,
  });
  await expect
    .poll(async () => (await query(databaseUrl, waitingForLock)).length)
    .toBeGreaterThan(0);
  await postgres.stop('SIGKILL');
  await postgres.start();
  expect((await fetch(`${(await starting).url}/readyz`)).status).toBe(200);
});
