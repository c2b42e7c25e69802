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

async function setUp() {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-terminals-crash-'));
  onTestFinished(async () => {
    killStepsIn(tempDir);
    await rm(tempDir, { recursive: true, force: true, maxRetries: 3 });
  });
  const port = await findFreePort();
  const startServer = () =>
    startServerProcess({
      ...{ MILLRACE_DATA: join(tempDir, 'data'), MILLRACE_PORT: String(port) },
      ...{ ...rpcEnvironment, MILLRACE_RUNNER_CAPACITY: '0' },
    });
  const server = await startServer();
  const { url } = server;
  const startRunner = () => startRunnerProcess({ url, tempDir });
  const client = new TerminalClient({ url, token: await readToken(url), tempDir });
  await client.setUp('flour-rye-4711');
  const listWorkspaces = () => {
    const folders = readdirSync(join(tempDir, 'runner'), { recursive: true, encoding: 'utf8' });
    return folders.filter((path) => /(^|\/)stage-\d+-\w+$/.test(path));
  };
  return { client, server, startServer, startRunner, listWorkspaces };
}

const soon = { timeout: 30_000, interval: 50 };

it('a runner that was killed removes what it kept when it starts again', async () => {
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
    next.process.kill('SIGTERM');
    await next.exitCode;
  }
});

it('a terminal goes on after the server was killed and started again', async () => {
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
