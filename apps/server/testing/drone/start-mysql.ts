import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
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

/** Starts a MariaDB with an empty database until the test has finished. Returns the URL of the database. */
export async function startMysql(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-mysql-'));
  const data = join(dir, 'data');
  const port = await findFreePort();
  const isRoot = process.getuid?.() === 0;
  const account = isRoot ? ['--user=nobody'] : [];
  if (isRoot) await chown(dir, 65_534, 65_534);
  const common = ['--no-defaults', `--datadir=${data}`, ...account];
  const made = spawnSync(
    installer,
    [...common, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stderr}`);
  const server = spawn(
    program,
    [
      ...common,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(dir, 'socket')}`,
      `--pid-file=${join(dir, 'pid')}`,
      '--innodb-flush-log-at-trx-commit=0',
      '--max-allowed-packet=64M',
    ],
    { stdio: 'ignore' },
  );
  onTestFinished(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    await rm(dir, { recursive: true, force: true });
  });
  const url = `mysql://root@127.0.0.1:${port}`;
  for (;;) {
    try {
      const connection = await createConnection(url);
      await connection.query(`create database ${database} character set utf8mb4`);
      await connection.end();
      return `${url}/${database}`;
    } catch (error) {
      if (server.exitCode !== null) throw error;
      await sleep(100);
    }
  }
}
