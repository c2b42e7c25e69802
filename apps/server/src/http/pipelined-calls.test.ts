import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { limitPipelinedCalls } from './pipelined-calls.ts';

const until = { timeout: 20_000, interval: 5 };

/** Starts a server whose calls of `/held` wait until `release`, and opens a connection to it. */
async function setUp() {
  const app = Fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  limitPipelinedCalls(app);
  let read = 0;
  app.server.on('request', () => {
    read++;
  });
  const paused: (() => void)[] = [];
  app.all<{ Params: { at: string } }>('/held/:at', async ({ params, body }) => {
    await new Promise<void>((resolve) => paused.push(resolve));
    return `<${params.at}${body ?? ''}>`;
  });
  app.get('/', async () => 'here');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  return {
    send: (head: string) => socket.write(head),
    answers: (): string[] => text.match(/<.*?>/g) ?? [],
    paused,
    release: () => paused.splice(0).forEach((resolve) => void resolve()),
    askBeside: async () => (await fetch(url)).text(),
    countRead: () => read,
  };
}

const call = (at: number) => `GET /held/${at} HTTP/1.1\r\nhost: a\r\n\r\n`;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

it('limits concurrent calls of a connection, and answers all of them', async () => {
  const { send, answers, paused, release, askBeside } = await setUp();
  send(numbers(300).map(call).join(''));
  await expect.poll(() => paused.length, until).toBe(16);
  expect(await askBeside()).toBe('here');
  expect(paused).toHaveLength(16);
  await expect
    .poll(() => {
      expect(paused.length).toBeLessThanOrEqual(16);
      release();
      return answers();
    }, until)
    .toEqual(numbers(300).map((at) => `<${at}>`));
  send(call(300));
  await expect.poll(() => paused.length, until).toBe(1);
});

it('stops reading from a connection with waiting calls', async () => {
  const { send, paused, release, askBeside, countRead } = await setUp();
  const many = 200_000;
  send(numbers(many).map(call).join(''));
  await expect.poll(() => paused.length, until).toBe(16);
  for (const _ of numbers(10)) {
    release();
    await expect.poll(() => paused.length, until).toBe(16);
    for (const _ of numbers(5)) await askBeside();
  }
  // At most some hundred kilobytes of eight megabytes.
  expect(countRead()).toBeLessThan(many / 10);
});

it('reads a body that arrives after its call has started', async () => {
  const { send, answers, paused, release } = await setUp();
  const post =
    'POST /held/16 HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\n';
  send(numbers(16).map(call).join('') + post);
  await expect.poll(() => paused.length, until).toBe(16);
  release();
  send(`text${call(17)}`);
  await expect.poll(() => paused.length, until).toBe(2);
  release();
  const all = [...numbers(16), '16text', 17].map((said) => `<${said}>`);
  await expect.poll(answers, until).toEqual(all);
});
