import { once } from 'node:events';
import { createConnection } from 'node:net';
import { createLogger } from '@millrace/node-kit/logger';
import { expect, it, onTestFinished } from 'vitest';
import { createApp } from './app.ts';
import { Drain } from './drain.ts';

const never = new AbortController().signal;

async function listen() {
  const drain = new Drain();
  const app = await createApp({ logger: createLogger('silent'), web: null });
  drain.watch(app);
  const called = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get('/slow', () => {
    called.resolve();
    return answer.promise;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { drain, url, called: called.promise, answer };
}

it('waits for calls in progress, and returns at once if there are none', async () => {
  const { drain, url, called, answer } = await listen();
  await drain.waitForCalls(never);
  const asked = fetch(`${url}/slow`);
  await called;
  drain.begin();
  let isOver = false;
  const over = drain.waitForCalls(never).then(() => {
    isOver = true;
  });
  expect(await fetch(`${url}/nothing`).then(({ headers }) => headers.get('connection'))).toBe(
    'close',
  );
  expect(isOver).toBe(false);
  answer.resolve('late');
  expect(await (await asked).text()).toBe('late');
  await over;
});

it('stops waiting when the client disconnects or the time limit is reached', async () => {
  const { drain, url, called } = await listen();
  const { hostname, port } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(`GET /slow HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  await called;
  const enough = new AbortController();
  const ended = drain.waitForCalls(enough.signal);
  enough.abort();
  await ended;
  const gone = drain.waitForCalls(never);
  socket.destroy();
  await gone;
});
