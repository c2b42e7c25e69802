import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLogger } from '@millrace/node-kit/logger';
import { expect, it, onTestFinished } from 'vitest';
import { createWorkTree, password } from '../testing/test-server.ts';
import { readConfig } from './config/config.ts';
import { startServer } from './server.ts';

const until = { timeout: 60_000, interval: 50 };

async function makeInstallation() {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-deletion-'));
  onTestFinished(() => rm(tempDir, { recursive: true, force: true, maxRetries: 3 }));
  const start = async () => {
    const server = await startServer(
      readConfig({
        MILLRACE_DATA: join(tempDir, 'data'),
        MILLRACE_PORT: '0',
        MILLRACE_SEED: 'none',
        MILLRACE_ADMIN_PASSWORD: password,
        MILLRACE_EXEC_VIEW: 'host',
      }),
      createLogger('silent'),
    );
    onTestFinished(() => server.stop());
    return server;
  };
  return { tempDir, start };
}

it('kills the running builds of a deleted account with their processes', async () => {
  const { tempDir, start } = await makeInstallation();
  const server = await start();
  const cookie = await signIn(server.url);
  const pidFile = join(tempDir, 'pid');
  const work = await createWorkTree({ url: server.url, tempDir }, 'admin', 'bob/project');
  await work.commit({
    '.drone.yml': `kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: b, commands: ['echo $$ > ${pidFile}; sleep 600'] }]\n`,
  });
  const call = (method: string, path: string, body?: object) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { cookie, origin: server.url, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  expect((await call('POST', '/api/users', { login: 'bob' })).status).toBe(200);
  await work.git('push', '--quiet', 'origin', 'main');
  await expect
    .poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8'), until)
    .toMatch(/\n/);
  const pid = Number(readFileSync(pidFile, 'utf8'));
  const deleted = await call('DELETE', '/api/users/bob?contents=delete', {});
  expect(deleted.status).toBe(204);
  await expect.poll(() => existsSync(`/proc/${pid}`), until).toBe(false);
});

it('completes the deletion of an account at the next start after a crash', async () => {
  const { tempDir, start } = await makeInstallation();
  const first = await start();
  const work = await createWorkTree({ url: first.url, tempDir }, 'admin', 'bob/project');
  await work.commit({ 'README.md': 'text' });
  await work.git('push', '--quiet', 'origin', 'main');
  await first.stop();
  const db = new DatabaseSync(join(tempDir, 'data', 'millrace.db'));
  db.exec("delete from repos; insert into namespace_moves values ('bob', null)");
  db.close();
  const folder = join(tempDir, 'data', 'repositories', 'bob');
  expect(existsSync(folder)).toBe(true);
  await start();
  expect(existsSync(folder)).toBe(false);
});

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ username: 'admin', password }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
