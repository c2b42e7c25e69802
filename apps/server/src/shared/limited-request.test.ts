import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterEach, expect, it } from 'vitest';
import { NoResponseError, sendLimited } from './limited-request.ts';

const closings: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closings.splice(0).map((close) => close())));

async function listen(server: Server & { closeAllConnections(): void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
const start = async (listener: RequestListener) =>
  `http://127.0.0.1:${await listen(createHttp(listener))}`;
const limits = { timeoutMs: 5000, maxBytes: 100 };

it('sends a body with its length, and returns any status', async () => {
  const url = await start(async (request, response) => {
    const body = await text(request);
    response.writeHead(418, { 'x-length': request.headers['content-length'] }).end(`${body}!`);
  });
  const response = await sendLimited(url, { method: 'POST', body: 'größe', ...limits });
  expect([response.status, response.headers['x-length'], response.body.toString()]).toEqual([
    418,
    '7',
    'größe!',
  ]);
});

it('does not follow a redirect', async () => {
  let calls = 0;
  const url = await start((_, response) => {
    calls++;
    response.writeHead(302, { location: '/other' }).end();
  });
  expect((await sendLimited(url, limits)).status).toBe(302);
  expect(calls).toBe(1);
});

it.each<[string, RequestListener, string]>([
  ['never answers', () => {}, 'no response within 0.2 s'],
  ['stops in the middle', (_, response) => response.write('x'), 'no response within 0.2 s'],
  ['sends too much', (_, response) => response.end('x'.repeat(101)), 'larger than 100 bytes'],
  ['closes the connection', (request) => request.socket.destroy(), 'socket hang up'],
])('fails if the other side %s', async (_, listener, reason) => {
  const sent = sendLimited(await start(listener), { ...limits, timeoutMs: 200 });
  await expect(sent).rejects.toThrow(reason);
  await expect(sent).rejects.toBeInstanceOf(NoResponseError);
});

const openssl = spawnSync('openssl', ['version']).status === 0;

it(
  'accepts only certificates of the given authority',
  skipIf(!openssl && 'openssl is not installed'),
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'millrace-tls-'));
    closings.push(() => rm(dir, { recursive: true }));
    const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
    const subject = ['-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject];
    spawnSync('openssl', [...args, '-keyout', key, '-out', cert]);
    const ca = readFileSync(cert, 'utf8');
    const server = createHttps({ key: readFileSync(key), cert: ca }, (_, response) =>
      response.end('ok'),
    );
    const url = `https://127.0.0.1:${await listen(server)}`;
    expect((await sendLimited(url, { ...limits, ca })).body.toString()).toBe('ok');
    await expect(sendLimited(url, limits)).rejects.toThrow('self-signed certificate');
  },
);
