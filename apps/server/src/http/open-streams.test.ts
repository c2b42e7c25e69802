import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { Drain } from './drain.ts';
import { OpenStreams } from './open-streams.ts';

const limits = { inAll: 1, perAccount: 1, perAddress: 1 };

let app: Awaited<ReturnType<typeof createApp>>;
let errors: string[];
beforeEach(async () => {
  errors = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => errors.push(line) });
  app = await createApp({ logger, web: null });
});
afterEach(() => app.close());

it('opens no stream for a disconnected client, but still has its address', async () => {
  const streams = new OpenStreams(app, limits, new Drain());
  const arrived = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<string>();
  app.get('/late', async (request, reply) => {
    const gone = once(reply.raw, 'close');
    arrived.resolve();
    await gone;
    try {
      streams.open(request, reply, { userId: 1, kind: 'builds' });
    } finally {
      answered.resolve(request.ip);
    }
    return reply;
  });
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(url.port), url.hostname);
  socket.write('GET /late HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await arrived.promise;
  socket.destroy();
  expect(await answered.promise).toBe('127.0.0.1');
  expect(streams.count()).toEqual({ builds: 0, logs: 0 });
  await app.close();
  expect(errors).toEqual([]);
});
