import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startServerProcess } from './testing/server-process.ts';
import { createWorkTree, password } from './testing/test-server.ts';

const until = { timeout: 20_000, interval: 50 };

it('a server has none of its secrets in its environment, nor in that of what it starts', async () => {
  const secrets = {
    MILLRACE_ADMIN_PASSWORD: password,
    MILLRACE_SECRET_KEY: 'the key of this server',
    MILLRACE_RPC_SECRET: 'the secret of its runners',
  };
  const server = await startServerProcess(secrets);
  const environment = readFileSync(`/proc/${server.pid}/environ`, 'utf8');
  expect(environment).toContain(`MILLRACE_DATA=${server.dataDir}`);
  for (const secret of Object.values(secrets)) expect(environment).not.toContain(secret);

  const work = await createWorkTree(server, 'admin', 'admin/app');
  const step = `kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: b, commands: ['true'] }]\n`;
  await work.commit({ '.drone.yml': step });
  expect((await work.git('push', 'origin', 'main')).stderr).toContain('See the builds');
  const calls = await fetch(`${server.url}/rpc/v2/ping`, {
    method: 'POST',
    headers: { 'x-drone-token': secrets.MILLRACE_RPC_SECRET },
  });
  expect(calls.status).not.toBe(401);
});

it('what a start hands over to itself is gone then', async () => {
  const left = () => readdirSync('/dev/shm').filter((name) => name.startsWith('millrace-start-'));
  const before = left();
  await startServerProcess();
  await expect.poll(() => left().filter((name) => !before.includes(name)), until).toEqual([]);
});
