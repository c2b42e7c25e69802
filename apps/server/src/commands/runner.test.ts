import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build, Line } from '@millrace/contract/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProxy } from '../../testing/proxy-server.ts';
import { addRunner, clientWith, runnersOf } from '../../testing/register-runner.ts';
import { rpcEnvironment } from '../../testing/rpc-client.ts';
import { type RunnerProcess, startRunnerProcess } from '../../testing/runner-process.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';

let server: TestServer;
let ada: { token: string };
beforeEach(async () => {
  server = await startTestServer({ env: rpcEnvironment });
  ada = await server.addUser('ada');
});
afterEach(() => server.stop());

const get = async <Answer>(path: string): Promise<Answer> =>
  (await server.app.inject({ url: `/api/repos/ada${path}`, headers: bearer(ada) })).json();
const until = { timeout: 60_000, interval: 50 };
const statusOf = (repo: string) => async () => (await get<Build>(`/${repo}/builds/1`)).status;
const untilReady = (runner: RunnerProcess) =>
  expect.poll(runner.output, until).toContain('Millrace runner remote is ready');

/** A step that runs until the test opens its gate. */
async function pushGated(name: string) {
  const gate = join(server.tempDir, `${name}.gate`);
  const marker = join(server.tempDir, `${name}.runs`);
  const command = `touch ${marker}; until [ -e ${gate} ]; do sleep 0.02; done; echo through`;
  await pushSampleRepo(
    server,
    'ada',
    name,
    `kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: wait, commands: ['${command}'] }]\n`,
  );
  return { open: () => writeFileSync(gate, ''), runs: () => existsSync(marker) };
}

it('clones and builds a push, and stops immediately when it is idle', async () => {
  const runner = startRunnerProcess(server, { MILLRACE_RUNNER_CAPACITY: '1' });
  await untilReady(runner);
  expect(runner.output()).toContain('it runs up to 1 stage from');
  await pushSampleRepo(server, 'ada');
  await expect.poll(statusOf('project'), until).toBe('success');
  const build = await get<Build>('/project/builds/1');
  expect(build.stages?.map((stage) => stage.machine)).toEqual(['remote', 'remote']);
  const log = await get<Line[]>('/project/builds/1/logs/1/2');
  expect(log.map((line) => line.out)).toEqual(['+ echo hello\n', 'hello\n']);
  runner.process.kill('SIGTERM');
  expect(await runner.exitCode).toBe(0);
});

it('calls a remote server through the proxy of its environment, also for clones', async () => {
  const proxy = await startProxy(server.url);
  server.setAddress('http://ci.test');
  const runner = startRunnerProcess(server, {
    MILLRACE_SERVER: 'http://ci.test',
    HTTP_PROXY: proxy.url,
    http_proxy: proxy.url,
  });
  await untilReady(runner);
  await pushSampleRepo(server, 'ada');
  await expect.poll(statusOf('project'), until).toBe('success');
  expect([...proxy.hosts]).toEqual(['ci.test']);
});

it('calls this machine directly, whatever the proxy settings are', async () => {
  const runner = startRunnerProcess(server, { HTTP_PROXY: 'http://127.0.0.1:1' });
  await untilReady(runner);
});

it('shares stages with other runners: each runs once', async () => {
  const runners = ['one', 'two', 'three'].map((name) =>
    startRunnerProcess(server, {
      MILLRACE_RUNNER_NAME: name,
      MILLRACE_RUNNER_CAPACITY: '1',
      MILLRACE_RUNNER_DATA: join(server.tempDir, name),
    }),
  );
  for (const runner of runners) await expect.poll(runner.output, until).toContain('is ready');
  const repos = ['a', 'b', 'c'];
  const gates = await Promise.all(repos.map(pushGated));
  for (const gate of gates) await expect.poll(gate.runs, until).toBe(true);
  for (const gate of gates) gate.open();
  for (const repo of repos) await expect.poll(statusOf(repo), until).toBe('success');
  const machines = await Promise.all(
    repos.map(async (repo) => (await get<Build>(`/${repo}/builds/1`)).stages?.[0]?.machine),
  );
  expect(machines.sort()).toEqual(['one', 'three', 'two']);
});

it('runs one stage and ends, if it is called for one', async () => {
  const runner = startRunnerProcess(server, { MILLRACE_RUNNER_CAPACITY: '3' }, ['--once']);
  await untilReady(runner);
  expect(runner.output()).toContain('it runs one stage from');
  await pushSampleRepo(server, 'ada');
  expect(await runner.exitCode).toBe(0);
  const { stages } = await get<Build>('/project/builds/1');
  expect(stages?.map(({ status, machine }) => [status, machine])).toEqual([
    ['success', 'remote'],
    ['pending', undefined],
  ]);
});

it('ends while it waits for its only stage', async () => {
  const runner = startRunnerProcess(server, {}, ['--once']);
  await untilReady(runner);
  runner.process.kill('SIGTERM');
  expect(await runner.exitCode).toBe(0);
});

describe('a runner with a credential of its own', () => {
  const url = runnersOf.repo('ada/project');
  const withoutSecret = { MILLRACE_RPC_SECRET: '', MILLRACE_RUNNER_NAME: 'ignored' };
  const start = (env = {}) => startRunnerProcess(server, { ...withoutSecret, ...env });
  const ready = 'Millrace runner ada/project/own is ready';

  it('registers at its first start, and runs the stages of its repository alone', async () => {
    await pushSampleRepo(server, 'ada');
    await pushSampleRepo(server, 'ada', 'other');
    const { token } = await addRunner(server, ada, url, { name: 'own' });
    const runner = start({ MILLRACE_RUNNER_TOKEN: token });
    await expect.poll(runner.output, until).toContain(ready);
    await expect.poll(statusOf('project'), until).toBe('success');
    const { stages } = await get<Build>('/project/builds/1');
    expect(stages?.[0]?.machine).toBe('ada/project/own');
    expect(await statusOf('other')()).toBe('pending');
    runner.process.kill('SIGTERM');
    expect(await runner.exitCode).toBe(0);
    const again = start({ MILLRACE_RUNNER_TOKEN: token });
    await expect.poll(again.output, until).toContain(ready);
  });

  it('ends with its steps when it is revoked, and says so at its next start', async () => {
    const gated = await pushGated('project');
    const { id, token } = await addRunner(server, ada, url, { name: 'own' });
    const runner = start({ MILLRACE_RUNNER_TOKEN: token });
    await expect.poll(gated.runs, until).toBe(true);
    await server.app.inject({ method: 'DELETE', url: `${url}/${id}`, headers: bearer(ada) });
    expect(await runner.exitCode).toBe(1);
    expect(runner.output()).toContain('rejects the credential of this runner: it was revoked');
    const { stages } = await get<Build>('/project/builds/1');
    expect(stages?.[0]).toMatchObject({ status: 'error', error: 'The runner was revoked.' });
    const again = start();
    expect(await again.exitCode).toBe(1);
    expect(again.output()).toContain('rejects the credential of this runner: it was revoked');
  });

  it('registers by a command, before it starts', async () => {
    await pushSampleRepo(server, 'ada');
    const { token } = await addRunner(server, ada, url, { name: 'own' });
    const args = ['register', '--server', server.url, '--token', token];
    const registered = startRunnerProcess(server, withoutSecret, args);
    expect(await registered.exitCode).toBe(0);
    expect(registered.output()).toContain('Registered the runner ada/project/own.');
    await expect.poll(start().output, until).toContain(ready);
    const late = startRunnerProcess(server, withoutSecret, args);
    expect(await late.exitCode).toBe(1);
    expect(late.output()).toContain('rejects the one-time token');
  });

  it('prints the credential for a runner of another maker', async () => {
    await pushSampleRepo(server, 'ada');
    const { token } = await addRunner(server, ada, url, { name: 'own' });
    const env = { ...withoutSecret, MILLRACE_RUNNER_TOKEN: token };
    const printed = startRunnerProcess(server, env, ['register', '--print']);
    expect(await printed.exitCode).toBe(0);
    const credential = printed.output().trim();
    expect((await clientWith(server, credential)('POST', '/ping')).status).toBe(200);
    // It works as the secret of a runner that has registered nowhere.
    const runner = start({ MILLRACE_RPC_SECRET: credential });
    await expect.poll(statusOf('project'), until).toBe('success');
    expect(runner.output()).toContain('is ready');
  });
});

it('rejects other arguments', async () => {
  const runner = startRunnerProcess(server, {}, ['https://ci.example.com']);
  expect(await runner.exitCode).toBe(1);
  expect(runner.output()).toContain('millrace runner [--once]');
});

describe('a signal', () => {
  it('lets running stages finish, and stops claiming others', async () => {
    const runner = startRunnerProcess(server);
    await untilReady(runner);
    const gated = await pushGated('gated');
    await expect.poll(gated.runs, until).toBe(true);
    runner.process.kill('SIGTERM');
    await expect
      .poll(runner.output, until)
      .toContain('Stopping after the running stages have finished');
    await pushGated('later');
    gated.open();
    expect(await runner.exitCode).toBe(0);
    expect(await statusOf('gated')()).toBe('success');
    expect((await get<Build>('/later/builds/1')).stages?.[0]).toMatchObject({ status: 'pending' });
  });

  it('cancels running stages if it comes twice, and the build says so', async () => {
    const runner = startRunnerProcess(server);
    await untilReady(runner);
    const gated = await pushGated('gated');
    await expect.poll(gated.runs, until).toBe(true);
    runner.process.kill('SIGINT');
    await expect
      .poll(runner.output, until)
      .toContain('Stopping after the running stages have finished');
    runner.process.kill('SIGINT');
    expect(await runner.exitCode).toBe(0);
    expect((await get<Build>('/gated/builds/1')).stages?.[0]).toMatchObject({
      status: 'error',
      error: 'The runner was stopped while this step was running',
    });
  });

  it('stops waiting for an unavailable server', async () => {
    const runner = startRunnerProcess({ ...server, url: 'http://127.0.0.1:9' });
    await expect.poll(runner.output, until).toContain('Trying again until http://127.0.0.1:9');
    runner.process.kill('SIGTERM');
    expect(await runner.exitCode).toBe(0);
  });
});

it('uploads what a step prints after it was canceled', async () => {
  await untilReady(startRunnerProcess(server));
  const marker = join(server.tempDir, 'trapped');
  await pushSampleRepo(
    server,
    'ada',
    'cancelled',
    `kind: pipeline
type: exec
name: a
steps:
  - name: wait
    commands:
      - trap 'echo tidied up; exit 1' TERM; touch ${marker}; while true; do sleep 0.02; done
`,
  );
  await expect.poll(() => existsSync(marker), until).toBe(true);
  const url = '/api/repos/ada/cancelled/builds/1';
  await server.app.inject({ method: 'DELETE', url, headers: bearer(ada) });
  const log = async () =>
    (await get<Line[]>('/cancelled/builds/1/logs/1/2')).map((line) => line.out);
  await expect.poll(log, until).toContain('tidied up\n');
});

it('fails its build when it crashes and restarts', async () => {
  const first = startRunnerProcess(server);
  await untilReady(first);
  const gated = await pushGated('gated');
  await expect.poll(gated.runs, until).toBe(true);
  first.process.kill('SIGKILL');
  await first.exitCode;
  const second = startRunnerProcess(server);
  await untilReady(second);
  expect((await get<Build>('/gated/builds/1')).stages?.[0]).toMatchObject({
    status: 'error',
    error: 'The runner remote restarted',
  });
});

describe('an invalid start', () => {
  it.each([
    ['a wrong secret', { MILLRACE_RPC_SECRET: 'wrong' }, 'rejects the secret'],
    ['no server', { MILLRACE_SERVER: '' }, 'MILLRACE_SERVER must be the address'],
  ])('exits with a reason: %s', async (_, env, message) => {
    const runner = startRunnerProcess(server, env);
    expect(await runner.exitCode).toBe(1);
    expect(runner.output()).toContain(message);
  });

  it('exits with a reason: a folder in use by another runner', async () => {
    await untilReady(startRunnerProcess(server));
    const second = startRunnerProcess(server);
    expect(await second.exitCode).toBe(1);
    expect(second.output()).toContain('Another Millrace runner uses the folder');
  });
});
