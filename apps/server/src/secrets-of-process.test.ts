import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@millrace/test-support/free-port';
import { skipIf } from '@millrace/test-support/skip-if';
import { expect, it, onTestFinished } from 'vitest';
import { readToken } from '../testing/read-token.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { createWorkTree, password } from '../testing/test-server.ts';

const until = { timeout: 60_000, interval: 50 };

it('a server has no secrets in its environment, and passes none to its processes', async () => {
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

it('a server does not pass on its S3 credentials', async () => {
  const secrets = { AWS_ACCESS_KEY_ID: 'the id', AWS_SECRET_ACCESS_KEY: 'the secret of the store' };
  const server = await startServerProcess({
    ...secrets,
    MILLRACE_LOGS_URL: 's3://logs',
    MILLRACE_S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
  });
  const environment = readFileSync(`/proc/${server.pid}/environ`, 'utf8');
  expect(environment).toContain('MILLRACE_LOGS_URL=s3://logs');
  for (const secret of Object.values(secrets)) expect(environment).not.toContain(secret);
  // It is away, not without credentials.
  expect(server.output()).toMatch(/The object store is away.*/);
  expect(server.output()).toContain('ECONNREFUSED');
});

it('the restarted process deletes the file with the secrets', async () => {
  const listLeftovers = () =>
    readdirSync('/dev/shm').filter((name) => name.startsWith('millrace-start-'));
  const before = listLeftovers();
  await startServerProcess();
  await expect
    .poll(() => listLeftovers().filter((name) => !before.includes(name)), until)
    .toEqual([]);
});

it('a start deletes the secrets of a process that was killed before it could', async () => {
  const ended = spawnSync('true');
  const namespace = readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  const makeFolder = async (ofNamespace: string) => {
    const folder = await mkdtemp(`/dev/shm/millrace-start-${ofNamespace}-${ended.pid}-`);
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'secrets'), '{}');
    return folder;
  };
  const folder = await makeFolder(namespace);
  // Containers that share the folder have other processes.
  const other = await makeFolder('1');
  await startServerProcess();
  expect([existsSync(folder), existsSync(other)]).toEqual([false, true]);
});

it(
  'a build runs as the account for steps, without access to the data',
  skipIf(process.getuid?.() !== 0 && 'not root'),
  async () => {
    const logs = await mkdtemp(join(tmpdir(), 'millrace-logs-'));
    onTestFinished(() => rm(logs, { recursive: true, force: true }));
    await chmod(logs, 0o755);
    await writeFile(join(logs, 'log'), '');
    const server = await startServerProcess({
      MILLRACE_LOGS_URL: `file://${logs}`,
      MILLRACE_EXEC_USER: 'nobody',
      MILLRACE_SECRET_KEY: 'the key of this server',
      MILLRACE_LOG_LEVEL: 'info',
    });
    const work = await createWorkTree(server, 'admin', 'admin/app');
    const commands = [
      'echo "I am $(id -un)"',
      'test -f .drone.yml && echo cloned',
      `cat ${server.dataDir}/millrace.db > /dev/null || echo no data`,
      `cat /proc/${server.pid}/environ > /dev/null || echo no environment`,
      `test -e ${logs}/log && echo open logs || echo no logs`,
    ];
    const step = { kind: 'pipeline', type: 'exec', name: 'a', steps: [{ name: 'b', commands }] };
    await work.commit({ '.drone.yml': JSON.stringify(step) });
    await work.git('push', 'origin', 'main');
    const authorization = `Bearer ${await readToken(server.url)}`;
    const read = async (path: string) => {
      return (await fetch(server.url + path, { headers: { authorization } })).text();
    };
    const build = '/api/repos/admin/app/builds/1';
    // Steps have a status of their own, which comes earlier.
    const status = async () => JSON.parse(await read(build)).status;
    await expect.poll(status, until).toBe('success');
    const log = await read(`${build}/logs/1/2`);
    for (const line of ['I am nobody', 'cloned', 'no data', 'no environment']) {
      expect(log).toContain(`"out":"${line}\\n"`);
    }
    expect(server.output()).toContain('as the account nobody');
    const hasView = server.output().includes('in a private view');
    expect(log).toContain(`"out":"${hasView ? 'no' : 'open'} logs\\n"`);
  },
);
