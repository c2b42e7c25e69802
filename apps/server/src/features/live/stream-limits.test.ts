import { afterEach, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
const opened: AbortController[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) each.abort();
  await server.stop();
});

async function start(env: Record<string, string>) {
  server = await startTestServer({ env: { MILLRACE_TRUSTED_PROXIES: '127.0.0.1', ...env } });
  const ada = await server.addUser('ada');
  const bob = await server.addUser('bob');
  await pushSampleRepo(server, 'ada');
  await startNextStage(runnerApiOf(server));
  return { ada: bearer(ada), bob: bearer(bob), from: (ip: string) => ({ 'x-forwarded-for': ip }) };
}

async function open(headers: Record<string, string>, path = '/api/stream') {
  const control = new AbortController();
  opened.push(control);
  const answer = await fetch(server.url + path, { headers, signal: control.signal });
  const message = answer.ok ? '' : ((await answer.json()) as { message: string }).message;
  const end = async () => {
    control.abort();
    await answer.text().catch(() => {});
  };
  return { status: answer.status, after: answer.headers.get('retry-after'), message, end };
}

it('limits the streams of an account, of all kinds together', async () => {
  const { ada, bob, from } = await start({ MILLRACE_STREAMS_PER_ACCOUNT: '3' });
  const paths = ['/api/stream', '/api/stream/ada/project', '/api/stream/ada/project/1/1/1'];
  const streams = [];
  for (const [index, path] of paths.entries()) {
    streams.push(await open({ ...ada, ...from(`10.0.0.${index}`) }, path));
  }
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await open({ ...ada, ...from('10.0.0.9') })).toMatchObject({
    status: 429,
    message: 'Too many event streams are open for this account',
    after: '30',
  });
  expect((await open({ ...bob, ...from('10.0.0.1') })).status).toBe(200);
  await streams[0]?.end();
  await expect.poll(async () => (await open(ada)).status).toBe(200);
});

it('limits the streams of an address, and of the server', async () => {
  const { ada, bob, from } = await start({
    MILLRACE_STREAMS_PER_ADDRESS: '2',
    MILLRACE_STREAMS: '3',
  });
  const first = '2001:db8::1';
  const sameNetwork = '2001:db8::2';
  expect((await open({ ...ada, ...from(first) })).status).toBe(200);
  expect((await open({ ...from(sameNetwork) })).status).toBe(200);
  expect(await open({ ...bob, ...from(first) })).toMatchObject({
    status: 429,
    message: 'Too many event streams are open from this address',
  });
  expect((await open({ ...bob, ...from('10.0.0.7') })).status).toBe(200);
  expect(await open({ ...bob, ...from('10.0.0.8') })).toMatchObject({
    status: 429,
    message: 'Too many event streams are open on this server',
  });
});

it('answers HEAD with headers, without a stream', async () => {
  const { ada } = await start({ MILLRACE_STREAMS: '1' });
  const head = (path: string, headers: Record<string, string>) =>
    fetch(server.url + path, { method: 'HEAD', headers });
  for (const path of ['/api/stream', '/api/stream/ada/project', '/api/stream/ada/project/1/1/1']) {
    const answer = await head(path, ada);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
  }
  expect((await head('/api/stream/ada/project', {})).status).toBe(401);
  expect((await head('/api/stream/ada/project/1/1/9', ada)).status).toBe(404);
  expect((await open(ada)).status).toBe(200);
});
