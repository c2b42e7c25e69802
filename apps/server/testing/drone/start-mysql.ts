import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@millrace/test-support/free-port';
import { createConnection } from 'mysql2/promise';
import { onTestFinished } from 'vitest';

const program = '/usr/sbin/mariadbd';
const installer = '/usr/bin/mariadb-install-db';
const database = 'drone';

export const hasMysql = existsSync(program) && existsSync(installer);

/** Another program may take a free port before the server listens on it. */
const maxTries = 3;

/** Starts a MariaDB with an empty database until the test has finished. Returns the URL of the database. */
export async function startMysql(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-mysql-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const common = [
    '--no-defaults',
    `--datadir=${join(dir, 'data')}`,
    // As root it would run as an account that may not enter the temporary folder of the tests.
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  ];
  const made = spawnSync(
    installer,
    [...common, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stderr}`);
  let problem = '';
  for (let tries = 0; tries < maxTries; tries++) {
    const port = await findFreePort();
    const server = startServer(dir, [...common, `--port=${port}`]);
    const url = `mysql://root@127.0.0.1:${port}`;
    problem = (await untilReady(server, url)) ?? '';
    if (problem === '') return `${url}/${database}`;
  }
  throw new Error(`mariadbd ended: ${problem}`);
}

function startServer(dir: string, args: readonly string[]): ChildProcess {
  const server = spawn(
    program,
    [
      ...args,
      '--bind-address=127.0.0.1',
      `--socket=${join(dir, 'socket')}`,
      `--pid-file=${join(dir, 'pid')}`,
      '--innodb-flush-log-at-trx-commit=0',
      '--max-allowed-packet=64M',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  onTestFinished(async () => {
    if (server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  });
  return server;
}

/** Creates the database. Returns the errors of the server if it ends before. */
async function untilReady(server: ChildProcess, url: string): Promise<string | undefined> {
  let errors = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  while (server.exitCode === null) {
    try {
      const connection = await createConnection(url);
      await connection.query(`create database ${database} character set utf8mb4`);
      await connection.end();
      return undefined;
    } catch {
      await sleep(100);
    }
  }
  return errors;
}
