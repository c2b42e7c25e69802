import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { buildsOf } from '../../../testing/builds-of.ts';
import { startServerProcess } from '../../../testing/server-process.ts';
import {
  createWorkTree,
  gitEnvironment,
  password,
  pushSampleRepo,
  startTestServer,
} from '../../../testing/test-server.ts';

const until = { timeout: 20_000, interval: 20 };
/** Matches a chunked response with its final chunk. */
const wholeAnswer = /\r\n0\r\n\r\n$/;
const basic = (login: string) => `Basic ${btoa(`${login}:${password}`)}`;

async function setUp(env: Record<string, string> = {}) {
  const server = await startTestServer({ env });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await server.stop();
    isStopped = true;
  };
  onTestFinished(stop);
  await server.addUser('ada');
  const repo = await pushSampleRepo(server, 'ada', 'open');
  await server.core.repos.update(repo.id, { visibility: 'public' });
  const root = server.core.hosting.files.root;
  const send = (action: string, head: string[], body: string) =>
    sendBeginning(`${server.url}/git/ada/open.git/${action}`, head, body);
  return { server, stop, send, gits: () => findGits(root) };
}

/** Sends the beginning of a request and keeps the connection open. */
function sendBeginning(address: string, head: string[], body: string): Promise<Socket> {
  const { port, pathname } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      const lines = [
        `POST ${pathname} HTTP/1.1`,
        'Host: localhost',
        `Content-Type: application/x-${pathname.split('/').at(-1)}-request`,
        ...head,
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, () => resolve(socket));
    });
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
  });
}

/** Lists git processes that serve repositories in `root`. */
function findGits(root: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(
        `GIT_PROJECT_ROOT=${root}\0`,
      );
      return isOurs && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  });
}

/** Resolves with the raw response once the connection is closed. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text));
  });
}

it('terminates git when a guest drops the connection during an upload', async () => {
  const { send, gits } = await setUp();
  const sockets = await Promise.all(
    Array.from({ length: 10 }, () => send('git-upload-pack', ['Content-Length: 5000'], '0011')),
  );
  await expect.poll(() => gits().length, until).toBeGreaterThanOrEqual(8);
  for (const socket of sockets) socket.destroy();
  await expect.poll(gits, until).toEqual([]);
});

it('terminates git when a push is shorter than its content length', async () => {
  const { send, gits } = await setUp();
  const head = ['Content-Length: 5000', `Authorization: ${basic('ada')}`];
  const socket = await send('git-receive-pack', head, '00a4');
  await expect.poll(() => gits().length, until).toBeGreaterThan(0);
  socket.end();
  await expect.poll(gits, until).toEqual([]);
});

it('disconnects a stalled client', async () => {
  const { send, gits } = await setUp({ MILLRACE_GIT_STALL_SEC: '1' });
  const socket = await send('git-upload-pack', ['Content-Length: 5000'], '0011');
  expect(await answerOf(socket)).not.toMatch(wholeAnswer);
  expect(gits()).toEqual([]);
});

it('terminates a request at the time limit even if it still receives data', async () => {
  const { send, gits } = await setUp({ MILLRACE_GIT_TIMEOUT_SEC: '3' });
  const head = ['Transfer-Encoding: chunked', `Authorization: ${basic('ada')}`];
  const socket = await send('git-receive-pack', head, '4\r\n0fff\r\n');
  const dripping = setInterval(() => socket.write('1\r\nx\r\n'), 20);
  onTestFinished(() => clearInterval(dripping));
  expect(await answerOf(socket)).not.toMatch(wholeAnswer);
  expect(gits()).toEqual([]);
});

it('terminates git when the server stops', async () => {
  const { send, gits, stop } = await setUp();
  await send('git-upload-pack', ['Content-Length: 5000'], '0011');
  await expect.poll(() => gits().length, until).toBeGreaterThan(0);
  await stop();
  expect(gits()).toEqual([]);
});

it('leaves no git behind when the server is killed', async () => {
  const server = await startServerProcess();
  const work = await createWorkTree(server, 'admin', 'admin/open');
  await work.commit({ a: '1' });
  await work.git('push', 'origin', 'main');
  const head = ['Content-Length: 5000', `Authorization: ${basic('admin')}`];
  const send = (action: string) =>
    sendBeginning(`${server.url}/git/admin/open.git/${action}`, head, '0011');
  await Promise.all(['git-upload-pack', 'git-upload-pack', 'git-receive-pack'].map(send));
  const gits = () => findGits(join(server.dataDir, 'repositories'));
  await expect.poll(() => gits().length, until).toBeGreaterThanOrEqual(6);
  await server.end('SIGKILL');
  await expect.poll(gits, until).toEqual([]);
});

it('queues git requests above the limit and rejects them with 503 after the maximum wait', async () => {
  const { server, send, gits } = await setUp({
    MILLRACE_GIT_REQUESTS_PER_ADDRESS: '2',
    MILLRACE_GIT_WAIT_SEC: '1',
  });
  const held = [
    await send('git-upload-pack', ['Content-Length: 5000'], '0011'),
    await send('git-upload-pack', ['Content-Length: 5000'], '0011'),
  ];
  await expect.poll(() => gits().length, until).toBeGreaterThanOrEqual(4);
  const url = `${server.url}/git/ada/open.git`;
  const refused = await fetch(`${url}/info/refs?service=git-upload-pack`);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await refused.text()).toContain('Too many git requests');

  const waiting = execa('git', ['ls-remote', url], { env: gitEnvironment(server) });
  held[0]?.destroy();
  expect((await waiting).stdout).toContain('refs/heads/main');
});

it('reassigns a slot from the guest address with the most requests to one without any', async () => {
  const { server, send, gits } = await setUp({
    MILLRACE_TRUSTED_PROXIES: '127.0.0.1',
    MILLRACE_GIT_REQUESTS: '4',
    MILLRACE_GIT_TURN_SEC: '0',
  });
  const from = (address: string) => ['Content-Length: 5000', `X-Forwarded-For: ${address}`];
  const hold = async (address: string) => {
    const socket = await send('git-upload-pack', from(address), '0011');
    return { socket, answer: answerOf(socket) };
  };
  const greedy = [await hold('192.0.2.1'), await hold('192.0.2.1')];
  const single = await hold('192.0.2.2');
  await expect.poll(() => gits().length, until).toBeGreaterThanOrEqual(6);
  const answer = await fetch(`${server.url}/git/ada/open.git/info/refs?service=git-upload-pack`, {
    headers: { 'x-forwarded-for': '192.0.2.3' },
  });
  expect(answer.status).toBe(200);
  await Promise.race(greedy.map((held) => held.answer));
  expect(single.socket.destroyed).toBe(false);
  for (const { socket } of [...greedy, single]) socket.destroy();
  await expect.poll(gits, until).toEqual([]);
});

it('accepts and builds a push whose client disconnects right after sending it', async () => {
  const { server, gits } = await setUp();
  const work = await createWorkTree(server, 'ada', 'ada/open');
  await work.git('pull', '--quiet', 'origin', 'main');
  await work.commit({ a: '1' }, 'Sent before disconnect');
  const hook = join(server.core.hosting.files.pathOf('ada', 'open'), 'hooks', 'pre-receive');
  const gate = join(server.tempDir, 'gate');
  const script = `#!/bin/sh\ntouch ${gate}.here\nuntil [ -e ${gate} ]; do sleep 0.02; done\n`;
  await execa('tee', [hook], { input: script });
  await execa('chmod', ['755', hook]);
  const push = execa('git', ['push', 'origin', 'main'], {
    cwd: work.dir,
    reject: false,
    detached: true,
    env: gitEnvironment(server),
  });
  await expect.poll(() => readdirSync(server.tempDir), until).toContain('gate.here');
  process.kill(-(push.pid ?? 0), 'SIGKILL');
  await push;
  await execa('touch', [gate]);
  const repo = await server.core.repos.findBySlug('ada/open');
  const titles = async () => {
    const { text } = await buildsOf(server).readModel.list(repo?.id ?? 0, {
      limit: 5,
      offset: 0,
    });
    return (JSON.parse(text) as { title?: string }[]).map(({ title }) => title);
  };
  await expect.poll(titles, until).toContain('Sent before disconnect');
  await expect.poll(gits, until).toEqual([]);
});

it('rejects objects that are dangerous to check out', async () => {
  const { server } = await setUp();
  const work = await createWorkTree(server, 'ada', 'ada/open');
  const blob = (await execa('git', ['hash-object', '-w', '--stdin'], { cwd: work.dir, input: 'x' }))
    .stdout;
  const entry = Buffer.concat([Buffer.from('100644 .git\0'), Buffer.from(blob, 'hex')]);
  const tree = await execa('git', ['hash-object', '--literally', '-t', 'tree', '-w', '--stdin'], {
    cwd: work.dir,
    input: entry,
  });
  const commit = (await work.git('commit-tree', '-m', 'Bad', tree.stdout)).stdout;
  const push = await work.git('push', 'origin', `${commit}:refs/heads/bad`);
  expect(push.exitCode).not.toBe(0);
  expect(push.stderr).toContain('hasDotgit');
});
