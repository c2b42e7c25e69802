import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build, Line } from '@millrace/contract/api';
import { expect, it, onTestFinished } from 'vitest';
import { lockDatabase } from '../testing/database-lock.ts';
import { rpcEnvironment } from '../testing/rpc-client.ts';
import { startRunnerProcess } from '../testing/runner-process.ts';
import { startServerProcess } from '../testing/server-process.ts';
import {
  bearer,
  createWorkTree,
  password,
  pushSampleRepo,
  startTestServer,
} from '../testing/test-server.ts';

const until = { timeout: 25_000, interval: 50 };

async function startWithRepo() {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  const ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  const lock = async (begin?: string) => {
    const writeLock = await lockDatabase(server.core.dirs.database, begin);
    onTestFinished(() => writeLock.release());
    return writeLock;
  };
  const get = (path: string) => fetch(server.url + path, { headers: bearer(ada) });
  const addSecret = (name: string) =>
    fetch(`${server.url}/api/repos/ada/project/secrets`, {
      method: 'POST',
      headers: { ...bearer(ada), 'content-type': 'application/json' },
      body: JSON.stringify({ name, data: 'hush' }),
    });
  return { server, lock, get, addSecret };
}

it.each(['begin immediate', 'begin exclusive'])(
  'a lock of another process (%s) rejects writes after a while, and no reads',
  async (begin) => {
    const { server, lock, get, addSecret } = await startWithRepo();
    await lock(begin);
    const names = Array.from({ length: 20 }, (_, index) => `secret-${index}`);
    let isOver = false;
    const writes = Promise.all(names.map(addSecret)).finally(() => {
      isOver = true;
    });
    let asked = 0;
    while (!isOver) {
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      expect((await get('/api/repos/ada/project/builds')).status).toBe(200);
      asked++;
    }
    const answers = await writes;
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 503));
    expect(answers[0]?.headers.get('retry-after')).toBe('2');
    expect(await answers[0]?.json()).toEqual({
      message: 'The database is busy, please try again',
      code: 'database_busy',
    });
    expect(asked).toBeGreaterThan(20);
  },
);

it('a write succeeds if the lock is released in time', async () => {
  const { lock, get, addSecret } = await startWithRepo();
  const writeLock = await lock();
  const written = addSecret('late');
  for (let round = 0; round < 10; round++) await get('/api/repos/ada/project');
  await writeLock.release();
  expect((await written).status).toBe(200);
});

it('a push during the lock is built afterwards', async () => {
  const { server, lock, get, addSecret } = await startWithRepo();
  const work = await createWorkTree(server, 'ada', 'ada/project');
  await work.git('pull', '--quiet', 'origin', 'main');
  const sha = await work.commit({ 'README.md': 'new' });
  const writeLock = await lock();
  const pushed = work.git('push', '--quiet', 'origin', 'main');
  const folder = server.core.hosting.files.pathOf('ada', 'project');
  await expect.poll(async () => (await work.git('-C', folder, 'log')).stdout, until).toContain(sha);
  expect((await addSecret('refused')).status).toBe(503);
  await writeLock.release();
  expect((await pushed).exitCode).toBe(0);
  const builds = (await (await get('/api/repos/ada/project/builds')).json()) as Build[];
  expect(builds.map(({ after }) => after)).toContain(sha);
});

it.each(['built-in', 'remote'])(
  'a build of a %s runner loses no line and no report',
  async (kind) => {
    const isRemote = kind === 'remote';
    const server = await startServerProcess({
      MILLRACE_EXEC_VIEW: 'host',
      ...(isRemote ? { ...rpcEnvironment, MILLRACE_RUNNER_CAPACITY: '0' } : {}),
    });
    const { tempDir } = server;
    const runner = isRemote ? startRunnerProcess(server) : undefined;
    const [running, gate, done] = ['running', 'gate', 'done'].map((name) => join(tempDir, name));
    const script = [
      `touch ${running}`,
      `until [ -e ${gate} ]; do sleep 0.02; done`,
      'seq 1 2000',
      `touch ${done}`,
    ].join('; ');
    const work = await createWorkTree(server, 'admin', 'admin/project');
    await work.commit({
      '.drone.yml': `kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: b, commands: ['${script}'] }]\n`,
    });
    await work.git('push', '--quiet', 'origin', 'main');
    await expect.poll(() => existsSync(String(running)), until).toBe(true);
    const writeLock = await lockDatabase(join(server.dataDir, 'millrace.db'));
    writeFileSync(String(gate), '');
    await expect.poll(() => existsSync(String(done)), until).toBe(true);
    const output = () => server.output() + (runner?.output() ?? '');
    await expect.poll(output, until).toContain('sending a report failed, retrying');
    await writeLock.release();
    const headers = { cookie: await signIn(server.url) };
    const get = async <Answer>(path: string): Promise<Answer> =>
      (await fetch(server.url + path, { headers })).json() as Promise<Answer>;
    const build = '/api/repos/admin/project/builds/1';
    await expect.poll(async () => (await get<Build>(build)).status, until).toBe('success');
    const log = await get<Line[]>(`${build}/logs/1/2`);
    expect(log.slice(1).map(({ out }) => Number(out))).toEqual(
      Array.from({ length: 2000 }, (_, index) => index + 1),
    );
  },
  60_000,
);

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ username: 'admin', password }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
