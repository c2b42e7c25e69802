import { mkdtemp, rm } from 'node:fs/promises';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build, Line } from '@millrace/contract/api';
import { createLogger } from '@millrace/node-kit/logger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyAdminData } from '../testing/admin-data.ts';
import { createWorkTree, password } from '../testing/test-server.ts';
import { readConfig } from './config/config.ts';
import { type Server, startServer } from './server.ts';

const pipeline = `kind: pipeline
type: exec
platform: { arch: ${arch() === 'x64' ? 'amd64' : arch()} }
steps:
  - name: use
    commands:
      - git submodule --quiet update --init
      - cat library/library.txt
`;

let tempDir: string;
let server: Server;
let cookie: string;
beforeAll(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'millrace-submodules-'));
  await copyAdminData(join(tempDir, 'data'));
  const config = readConfig({
    MILLRACE_DATA: join(tempDir, 'data'),
    MILLRACE_PORT: '0',
    MILLRACE_SEED: 'none',
    MILLRACE_ADMIN_PASSWORD: password,
  });
  server = await startServer(config, createLogger('silent'));
  const answer = await fetch(`${server.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: 'admin', password }),
  });
  cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
});
afterAll(async () => {
  await server.stop();
  await rm(tempDir, { recursive: true, force: true });
});

async function call<Answer>(method: string, path: string): Promise<Answer> {
  const headers = { cookie, origin: server.url };
  const answer = await fetch(`${server.url}/api/repos/admin/parent${path}`, { method, headers });
  expect(answer.status).toBeLessThan(300);
  return answer.json() as Promise<Answer>;
}

async function finished(number: number): Promise<Build> {
  const read = () => call<Build>('GET', `/builds/${number}`);
  await expect.poll(async () => (await read()).finished, { timeout: 60_000 }).toBeGreaterThan(0);
  return read();
}

async function logOf(number: number): Promise<string> {
  const lines = await call<Line[]>('GET', `/builds/${number}/logs/1/2`);
  return lines.map(({ out }) => out).join('');
}

it('clones a private submodule that the builds of the repository may read', async () => {
  const at = { url: server.url, tempDir };
  const library = await createWorkTree(at, 'admin', 'admin/library');
  await library.commit({ 'library.txt': 'from the private submodule\n' });
  await library.git('push', '--quiet', 'origin', 'main');
  const parent = await createWorkTree(at, 'admin', 'admin/parent');
  await parent.git('submodule', '--quiet', 'add', '../library.git', 'library');
  await parent.commit({ '.drone.yml': pipeline });
  const push = await parent.git('push', '--quiet', 'origin', 'main');
  expect(push.stderr).not.toContain('error');

  expect((await finished(1)).status).toBe('failure');
  expect(await logOf(1)).toContain(
    `Builds of admin/parent may not read admin/library. If it exists, an admin of both can allow it in the settings of admin/parent, under Build Access: ${server.url}/admin/parent/settings/build-access`,
  );

  await call('PUT', '/build-access/admin/library');
  const { number } = await call<Build>('POST', '/builds');
  const build = await finished(number);
  expect(await logOf(number)).toContain('from the private submodule');
  expect(build.status).toBe('success');
});
