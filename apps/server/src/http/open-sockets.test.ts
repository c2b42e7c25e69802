import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createApp } from './app.ts';
import { Drain } from './drain.ts';
import { OpenSockets } from './open-sockets.ts';

const maxPerAccount = 50;
const pingMs = 15_000;

let app: FastifyInstance;
let url: string;
/** Answers to pings that have reached the server. */
let pongs: number;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  pongs = 0;
  app = await createApp({ logger: pino({ level: 'silent' }), web: null });
  const sockets = new OpenSockets(app, new Drain());
  const onOpen = (socket: WebSocket) => void socket.on('pong', () => pongs++);
  app.get<{ Params: { account: string } }>('/:account', (request, reply) => {
    const userId = Number(request.params.account);
    sockets.answer(request, { userId, maxBytes: 100, onOpen }).open(reply);
  });
  url = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});
afterEach(async () => {
  await app.close();
  vi.useRealTimers();
});

async function open(account: number, options = {}): Promise<WebSocket> {
  const socket = new WebSocket(`${url}/${account}`, options);
  await once(socket, 'open');
  return socket;
}

async function refusal(account: number): Promise<number> {
  const socket = new WebSocket(`${url}/${account}`);
  const [, response] = await once(socket, 'unexpected-response');
  socket.on('error', () => undefined);
  socket.terminate();
  return response.statusCode;
}

it('limits the sockets of an account, and none of another', async () => {
  const all = await Promise.all(Array.from({ length: maxPerAccount }, () => open(1)));
  expect(await refusal(1)).toBe(429);
  await open(2);
  all[0]?.terminate();
  await expect
    .poll(() =>
      open(1).then(
        () => 'open',
        () => 'refused',
      ),
    )
    .toBe('open');
});

it('ends the socket of a client that does not answer a ping before the next', async () => {
  const silent = await open(1, { autoPong: false });
  const alive = await open(1);
  const closed = once(silent, 'close');
  await vi.advanceTimersByTimeAsync(pingMs);
  await expect.poll(() => pongs).toBe(1);
  await vi.advanceTimersByTimeAsync(pingMs);
  await closed;
  await expect.poll(() => pongs).toBe(2);
  expect(alive.readyState).toBe(WebSocket.OPEN);
});
