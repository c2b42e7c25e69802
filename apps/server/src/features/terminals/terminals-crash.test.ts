import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@millrace/test-support/free-port';
import { expect, it, onTestFinished } from 'vitest';
import { readToken } from '../../../testing/read-token.ts';
import { rpcEnvironment } from '../../../testing/rpc-client.ts';
import { killStepsIn, startRunnerProcess } from '../../../testing/runner-process.ts';
import { startServerProcess } from '../../../testing/server-process.ts';
import { TerminalClient } from '../../../testing/terminal-client.ts';

const isDeep = process.env.MILLRACE_TEST_DEEP === '1';
const kills = isDeep ? 15 : 1;
const timeout = isDeep ? 900_000 : 120_000;

async function setUp({ isRemote = true } = {}) {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-terminals-crash-'));
  onTestFinished(async () => {
    killStepsIn(tempDir);
    await rm(tempDir, { recursive: true, force: true, maxRetries: 3 });
  });
  const port = await findFreePort();
  const startServer = () =>
    startServerProcess({
      MILLRACE_DATA: join(tempDir, 'data'),
      MILLRACE_PORT: String(port),
      ...rpcEnvironment,
      ...(isRemote ? { MILLRACE_RUNNER_CAPACITY: '0' } : {}),
    });
  const server = await startServer();
  const { url } = server;
  const startRunner = () => startRunnerProcess({ url, tempDir });
  const client = new TerminalClient({ url, token: await readToken(url), tempDir });
  await client.setUp('flour-rye-4711');
  const listWorkspaces = () => {
    const folder = join(tempDir, isRemote ? 'runner' : 'data');
    const folders = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return folders.filter((path) => /(^|\/)stage-\d+-\w+$/.test(path));
  };
  return { client, server, startServer, startRunner, listWorkspaces };
}

const soon = { timeout: 30_000, interval: 50 };

it('a runner that was killed removes what it kept when it starts again', { timeout }, async () => {
  const { client, startRunner, listWorkspaces } = await setUp();
  for (let kill = 0; kill < kills; kill++) {
    const runner = startRunner();
    const session = await client.open(await client.failBuild());
    await session.type('sleep 1000 & echo ru""ns\r');
    await session.untilShown('runs');
    runner.process.kill('SIGKILL');
    await runner.exitCode;
    expect(listWorkspaces()).toHaveLength(1);
    const next = startRunner();
    await expect.poll(listWorkspaces, soon).toEqual([]);
    const ended = { end_reason: 'runner', terminals: [{ end_reason: 'runner' }] };
    await expect.poll(() => client.listKept(), soon).toMatchObject([ended]);
    next.process.kill('SIGTERM');
    await next.exitCode;
  }
});

it('a terminal goes on after the server was killed and started again', { timeout }, async () => {
  const { client, server: first, startServer, startRunner, listWorkspaces } = await setUp();
  startRunner();
  let server = first;
  const kept = await client.failBuild();
  for (let kill = 0; kill < kills; kill++) {
    const session = await client.open(kept);
    await session.type('word=same; echo be""fore\r');
    await session.untilShown('before');
    await server.end('SIGKILL');
    server = await startServer();
    await session.type('echo af""ter/$word\r');
    await session.untilShown('after/same');
    await session.type('exit\r');
  }
  await client.call('DELETE', `kept-steps/${kept.id}`);
  await expect.poll(listWorkspaces, soon).toEqual([]);
});

it('a server that was killed removes what its own runner kept when it starts again', {
  timeout,
}, async () => {
  const { client, server: first, startServer, listWorkspaces } = await setUp({ isRemote: false });
  const session = await client.open(await client.failBuild());
  await session.type('sleep 1000 & echo ru""ns\r');
  await session.untilShown('runs');
  await first.end('SIGKILL');
  await startServer();
  await expect.poll(listWorkspaces, soon).toEqual([]);
  await expect.poll(() => client.listKept(), soon).toMatchObject([{ end_reason: 'runner' }]);
});

it('a paused stage waits on after the server was killed, until a person continues it', {
  timeout,
}, async () => {
  const { client, server: first, startServer, startRunner } = await setUp();
  startRunner();
  await client.failBuild();
  let server = first;
  for (let kill = 0; kill < kills; kill++) {
    const { build, kept } = await client.pauseBuild();
    await server.end('SIGKILL');
    server = await startServer();
    const session = await client.open(kept);
    await session.type('echo he""re; exit\r');
    await session.untilShown('here');
    expect(await session.ended).toMatchObject({ end_reason: 'exited' });
    expect(await client.readStatuses(build)).toEqual([
      'running',
      'clone: success',
      'test: pending',
    ]);
    await client.call('DELETE', `kept-steps/${kept.id}`);
    const result = ['failure', 'clone: success', 'test: failure'];
    await expect.poll(() => client.readStatuses(build), soon).toEqual(result);
    await expect.poll(() => client.listKept(build), soon).toMatchObject([{ ended: 0 }]);
    await client.call('DELETE', `kept-steps/${kept.id}`);
  }
});

it('a paused stage ends in error after its runner was killed', { timeout }, async () => {
  const { client, startRunner, listWorkspaces } = await setUp();
  let runner = startRunner();
  await client.call('DELETE', `kept-steps/${(await client.failBuild()).id}`);
  for (let kill = 0; kill < kills; kill++) {
    const { build } = await client.pauseBuild();
    runner.process.kill('SIGKILL');
    await runner.exitCode;
    runner = startRunner();
    const result = ['error', 'clone: success', 'test: skipped'];
    await expect.poll(() => client.readStatuses(build), soon).toEqual(result);
    await expect.poll(() => client.listKept(build), soon).toMatchObject([{ end_reason: 'runner' }]);
    await expect.poll(listWorkspaces, soon).toEqual([]);
  }
});

it('a paused stage ends in error after the server of its runner was killed', {
  timeout,
}, async () => {
  const setup = await setUp({ isRemote: false });
  const { client, server: first, startServer, listWorkspaces } = setup;
  await client.failBuild();
  const { build } = await client.pauseBuild();
  await first.end('SIGKILL');
  await startServer();
  const result = ['error', 'clone: success', 'test: skipped'];
  await expect.poll(() => client.readStatuses(build), soon).toEqual(result);
  await expect.poll(() => client.listKept(build), soon).toMatchObject([{ end_reason: 'runner' }]);
  await expect.poll(listWorkspaces, soon).toEqual([]);
});
