import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build } from '@millrace/contract/api';
import { openStream } from '@millrace/test-support/stream-reader';
import { expect, it, onTestFinished } from 'vitest';
import { readToken } from '../testing/read-token.ts';
import { newRunnerId, rpcClient, rpcEnvironment } from '../testing/rpc-client.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { createWorkTree } from '../testing/test-server.ts';

const until = { timeout: 25_000, interval: 20 };

it('a stopping server ends streams and long polls, and lets its stages finish', async () => {
  const server = await startServerProcess({ ...rpcEnvironment, MILLRACE_DRAIN_SECONDS: '60' });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const headers = { authorization: `Bearer ${await readToken(server.url)}` };
  const [marker, gate] = [join(server.tempDir, 'runs'), join(server.tempDir, 'gate')];
  onTestFinished(() => writeFileSync(gate, ''));
  const command = `touch ${marker}; until [ -e ${gate} ]; do sleep 0.02; done`;
  const work = await createWorkTree(server, 'admin', 'admin/project');
  await work.commit({
    '.drone.yml': `kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: b, commands: ['${command}'] }]\n`,
  });
  await work.git('push', '--quiet', 'origin', 'main');
  await expect.poll(() => existsSync(marker), until).toBe(true);
  const stream = await openStream(`${server.url}/api/stream`, headers);
  const runner = rpcClient(server, { runner: newRunnerId() });
  const waiting = runner('POST', '/stage', { kind: 'pipeline', type: 'docker' });
  const isWaiting = async () => {
    const known = await fetch(`${server.url}/api/runners`, { headers });
    return ((await known.json()) as { type: string }[]).some(({ type }) => type === 'docker');
  };
  await expect.poll(isWaiting, until).toBe(true);

  const ended = server.end('SIGTERM');
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, until).toBe(503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await stream.rest();
  expect((await waiting).status).toBe(204);
  expect((await runner('POST', '/stage', { kind: 'pipeline', type: 'docker' })).status).toBe(503);
  const refused = await fetch(`${server.url}/api/stream`, { headers });
  expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close']);
  expect(await refused.json()).toEqual({
    message: 'The server is stopping, please try again',
    code: 'stopping',
  });
  const readBuild = async () => {
    const answer = await fetch(`${server.url}/api/repos/admin/project/builds/1`, { headers });
    return ((await answer.json()) as Build).status;
  };
  expect(await readBuild()).toBe('running');
  // The log has no entry for an answer that every stop gives.
  expect(server.output()).not.toContain('"level":50');
  writeFileSync(gate, '');
  await ended;

  const again = await startServerProcess({ MILLRACE_DATA: server.dataDir });
  const build = await fetch(`${again.url}/api/repos/admin/project/builds/1`, { headers });
  expect(((await build.json()) as Build).status).toBe('success');
});

it('a second signal ends the wait', async () => {
  const server = await startServerProcess({ MILLRACE_DRAIN_SECONDS: '600' });
  const headers = { authorization: `Bearer ${await readToken(server.url)}` };
  const marker = join(server.tempDir, 'runs');
  const work = await createWorkTree(server, 'admin', 'admin/project');
  await work.commit({
    '.drone.yml': `kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: b, commands: ['touch ${marker}; sleep 600'] }]\n`,
  });
  await work.git('push', '--quiet', 'origin', 'main');
  await expect.poll(() => existsSync(marker), until).toBe(true);
  const ended = server.end('SIGTERM');
  await expect.poll(server.output, until).toContain('600 seconds');
  process.kill(server.pid, 'SIGTERM');
  await ended;
  const again = await startServerProcess({ MILLRACE_DATA: server.dataDir });
  const build = await fetch(`${again.url}/api/repos/admin/project/builds/1`, { headers });
  expect(((await build.json()) as Build).status).toBe('error');
});

it('a stopping server fails /readyz first, and serves calls until its delay is over', async () => {
  const server = await startServerProcess({ MILLRACE_STOP_DELAY_SECONDS: '600' });
  const headers = { authorization: `Bearer ${await readToken(server.url)}` };
  const ended = server.end('SIGTERM');
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, until).toBe(503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const body = JSON.stringify({ login: 'ada', email: 'ada@example.com' });
  const json = { ...headers, 'content-type': 'application/json' };
  const made = await fetch(`${server.url}/api/users`, { method: 'POST', headers: json, body });
  expect([made.status, made.headers.get('connection')]).toEqual([200, 'close']);
  const stream = await openStream(`${server.url}/api/stream`, headers);
  process.kill(server.pid, 'SIGTERM');
  expect(await ended).toBe(0);
  await stream.rest();
});
