import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../testing/fake-work.ts';
import { logLines } from '../../testing/first-build.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';
import { uploadArtifact } from '../../testing/upload-artifact.ts';

const build = '/api/repos/ada/project/builds/1';
const large = `${build}/artifacts/1/1/large.bin`;
const archive = `${build}/artifacts/archive`;
const log = `${build}/logs/1/1`;
/** More than the socket buffers can hold. */
const largeBytes = 32 * 1024 * 1024;

let server: TestServer;
let ada: Awaited<ReturnType<TestServer['addUser']>>;
const sockets: Socket[] = [];
async function start(env: Record<string, string>) {
  server = await startTestServer({
    env: {
      MILLRACE_DOWNLOADS_PER_ADDRESS: '2',
      MILLRACE_DOWNLOAD_WAIT_SEC: '0',
      MILLRACE_TRUSTED_PROXIES: '127.0.0.1',
      ...env,
    },
  });
  ada = await server.addUser('ada');
  const repo = await pushSampleRepo(server, 'ada');
  await server.core.repos.update(repo.id, { visibility: 'public' });
  const { step } = await startNextStage(runnerApiOf(server));
  await uploadArtifact(runnerApiOf(server), step.id, 'large.bin', Buffer.alloc(largeBytes));
  await runnerApiOf(server).appendLogs({ params: { step: step.id }, body: logLines('one') });
}
beforeEach(() => {
  sockets.length = 0;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

/** Requests a file and stops reading after the first bytes. Resolves when they have arrived. */
async function stall(address = '192.0.2.1'): Promise<Socket> {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(`GET ${large} HTTP/1.1\r\nhost: here\r\nx-forwarded-for: ${address}\r\n\r\n`);
  await new Promise<void>((resolve) => {
    socket.once('data', () => {
      socket.pause();
      resolve();
    });
  });
  return socket;
}

const get = (path: string, headers: Record<string, string>) =>
  fetch(`${server.url}${path}`, { headers });
async function read(path: string, headers: Record<string, string>): Promise<number> {
  const answer = await get(path, headers);
  return answer.ok ? (await answer.arrayBuffer()).byteLength : answer.status;
}

it('keeps slots free for other addresses when clients of one address stall', async () => {
  await start({});
  const [first] = [await stall(), await stall()];
  const same = { 'x-forwarded-for': '192.0.2.1' };
  for (const path of [large, archive, log]) {
    const answer = await get(path, same);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { message: 'Too many downloads at once', code: 'unavailable' },
    ]);
    expect(answer.headers.get('retry-after')).toBe('10');
  }
  const other = { 'x-forwarded-for': '192.0.2.2', ...bearer(ada) };
  expect(await read(large, other)).toBe(largeBytes);
  expect(await read(archive, other)).toBeGreaterThan(1000);
  expect(await read(log, other)).toBeGreaterThan(10);
  first?.destroy();
  await expect.poll(async () => (await get(log, same)).status).toBe(200);
});

it('revokes a slot of the address with the most slots, not of a guest with one', async () => {
  await start({
    MILLRACE_DOWNLOADS: '4',
    MILLRACE_DOWNLOAD_WAIT_SEC: '60',
    MILLRACE_DOWNLOAD_TURN_SEC: '0',
  });
  const greedy = [await stall('192.0.2.1'), await stall('192.0.2.1')];
  const closed = greedy.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  const slow = await stall('192.0.2.2');
  expect(await read(large, { 'x-forwarded-for': '192.0.2.3' })).toBe(largeBytes);
  for (const socket of greedy) socket.resume();
  await Promise.race(closed);
  slow.resume();
  let taken = 0;
  slow.on('data', (bytes) => {
    taken += bytes.length;
  });
  await expect.poll(() => taken, { timeout: 20_000 }).toBeGreaterThan(largeBytes - 1_000_000);
});

it('ends downloads whose clients do not read', async () => {
  await start({ MILLRACE_DOWNLOAD_STALL_SEC: '1' });
  const stalled = [await stall(), await stall()];
  const ended = stalled.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  const same = { 'x-forwarded-for': '192.0.2.1' };
  await expect.poll(() => read(large, same), { timeout: 20_000 }).toBe(largeBytes);
  for (const socket of stalled) socket.resume();
  await Promise.all(ended);
});
