import { connect, type Socket } from 'node:net';
import { createLogger } from '@millrace/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from './app.ts';

let app: FastifyInstance;
let url: URL;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createApp({ logger: createLogger('silent'), web: null, bodyTimeMs: 200 });
  app.post('/take', async ({ body }) => ({ body }));
  app.get('/give', async () => ({ given: true }));
  url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** Sends a body byte by byte until the server closes the connection. Resolves with the response. */
async function drip(head: string): Promise<string> {
  const socket = connect(Number(url.port), url.hostname);
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(`${head} HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n`);
  socket.write('content-length: 1000\r\n\r\n{');
  const dripping = setInterval(() => socket.write(' '), 20);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(dripping);
  return text;
}

it('rejects a body that arrives too slowly', async () => {
  const answer = await drip('POST /take');
  expect(answer).toMatch(/^HTTP\/1.1 408/);
  expect(answer).toContain('{"message":"The body took too long","code":"timeout"}');
});

it('rejects 50 slow bodies at the same time, without delaying others', async () => {
  const dripping = Promise.all(Array.from({ length: 50 }, () => drip('POST /take')));
  const answer = await fetch(new URL('/take', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '[1]',
  });
  expect(await answer.json()).toEqual({ body: [1] });
  for (const each of await dripping) expect(each).toMatch(/^HTTP\/1.1 408/);
});

it.concurrent.each([
  'GET /give',
  'POST /nowhere',
  'GET /nowhere',
  'POST /git/nowhere',
  'PUT /give',
])('closes a connection that still sends a slow body after the response to %s', async (head) => {
  expect(await drip(head)).toMatch(/^HTTP\/1.1 (200|404|408)/);
});
