import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build, Line } from '@millrace/contract/api';
import { createLogger } from '@millrace/node-kit/logger';
import { expect, it, onTestFinished } from 'vitest';
import { rpcEnvironment } from '../testing/rpc-client.ts';
import { startRunnerProcess } from '../testing/runner-process.ts';
import { makeTestDatabase, removeTestDatabase } from '../testing/test-database.ts';
import { createWorkTree, password } from '../testing/test-server.ts';
import { readConfig } from './config/config.ts';
import { isPostgresUrl } from './db/database.ts';
import { startServer } from './server.ts';

const until = { timeout: 25_000, interval: 50 };

it('a remote runner continues its build while the server restarts', async () => {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-restart-'));
  onTestFinished(() => rm(tempDir, { recursive: true, force: true }));
  const dataDir = join(tempDir, 'data');
  const database = await makeTestDatabase(dataDir);
  onTestFinished(() => removeTestDatabase(database));
  const start = (port: string) =>
    startServer(
      readConfig({
        MILLRACE_DATA: dataDir,
        MILLRACE_DATABASE_URL: isPostgresUrl(database) ? database : undefined,
        MILLRACE_PORT: port,
        MILLRACE_SEED: 'none',
        MILLRACE_ADMIN_PASSWORD: password,
        MILLRACE_RUNNER_CAPACITY: '0',
        ...rpcEnvironment,
      }),
      createLogger('silent'),
    );
  const first = await start('0');
  const runner = startRunnerProcess({ url: first.url, tempDir });
  await expect.poll(runner.output, until).toContain('is ready');

  const [marker, gate] = [join(tempDir, 'runs'), join(tempDir, 'gate')];
  const command = `echo before; touch ${marker}; until [ -e ${gate} ]; do sleep 0.02; done; echo after`;
  const work = await createWorkTree({ url: first.url, tempDir }, 'admin', 'admin/project');
  await work.commit({
    '.drone.yml': `kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: b, commands: ['${command}'] }]\n`,
  });
  await work.git('push', '--quiet', 'origin', 'main');
  await expect.poll(() => existsSync(marker), until).toBe(true);

  await first.stop();
  writeFileSync(gate, '');
  const second = await start(new URL(first.url).port);
  onTestFinished(() => second.stop());
  const get = await signIn(second.url);
  const build = '/api/repos/admin/project/builds/1';
  await expect.poll(async () => (await get<Build>(build)).status, until).toBe('success');
  const log = await get<Line[]>(`${build}/logs/1/2`);
  expect(log.map(({ pos, out }) => [pos, out])).toEqual([
    [0, `+ ${command}\n`],
    [1, 'before\n'],
    [2, 'after\n'],
  ]);
  runner.process.kill('SIGTERM');
  expect(await runner.exitCode).toBe(0);
});

async function signIn(url: string) {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: 'admin', password }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return async <Answer>(path: string): Promise<Answer> =>
    (await fetch(url + path, { headers: { cookie } })).json() as Promise<Answer>;
}
