import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';

let server: TestServer;
let ada: { token: string };
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada', 'project');
  const cron = { name: 'nightly', expr: '0 0 1 1 *', branch: 'main' };
  expect((await call('POST', 'cron', { payload: cron })).status).toBe(200);
  expect((await start('builds', 'first')).number).toBe(2);
});
afterEach(() => server.stop());

async function call(
  method: 'GET' | 'POST',
  path: string,
  { key, user = ada, payload }: { key?: string; user?: { token: string }; payload?: object } = {},
) {
  const headers = { ...bearer(user), ...(key === undefined ? {} : { 'idempotency-key': key }) };
  const url = `/api/repos/ada/project/${path}`;
  const response = await server.app.inject({
    method,
    url,
    headers,
    ...(payload ? { payload } : {}),
  });
  return { status: response.statusCode, body: response.json() };
}

const start = async (path: string, key?: string) =>
  (await call('POST', path, key === undefined ? {} : { key })).body;

const countBuilds = async () => (await call('GET', 'builds')).body.length;

it.each([
  'builds',
  'builds/1',
  'builds/1/promote?target=live',
  'builds/1/rollback?target=live',
  'cron/nightly',
])('starts one build for repeated requests: %s', async (path) => {
  const before = await countBuilds();
  const first = await start(path, 'k');
  expect(await start(path, 'k')).toMatchObject({ id: first.id, number: before + 1 });
  expect((await start(path, 'other')).number).toBe(before + 2);
  expect((await start(path)).number).toBe(before + 3);
});

it('starts one build for requests at the same time', async () => {
  const before = await countBuilds();
  const started = await Promise.all(Array.from({ length: 8 }, () => start('builds', 'at once')));
  expect(new Set(started.map(({ number }) => number))).toEqual(new Set([before + 1]));
  expect(await countBuilds()).toBe(before + 1);
});

it('starts builds for the same key of other requests and other accounts', async () => {
  const { number } = await start('builds', 'shared');
  expect((await start('builds?branch=main', 'shared')).number).toBe(number + 1);
  const user = await server.addUser('boss', { admin: true });
  expect((await call('POST', 'builds', { key: 'shared', user })).body.number).toBe(number + 2);
});

it('rejects an invalid key', async () => {
  const message = 'Idempotency-Key must have 1 to 255 characters';
  for (const key of ['', 'x'.repeat(256)]) {
    expect(await call('POST', 'builds', { key })).toEqual({
      status: 400,
      body: { message, code: 'invalid_input' },
    });
  }
});
