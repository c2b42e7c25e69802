import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
let root: { token: string };
let ada: { token: string };
let now = Math.floor(Date.now() / 1000);

beforeAll(async () => {
  server = await startTestServer({ clock: { nowSec: () => now } });
  root = await server.addUser('root', { admin: true });
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada', 'project');
});
afterAll(() => server.stop());
beforeEach(() => server.core.db.deleteFrom('announcement').execute());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const call = async (
  method: Method,
  url: string,
  caller: { token: string } | null = root,
  payload?: object,
) => {
  const headers = caller ? bearer(caller) : {};
  const answer = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body && answer.json(), headers: answer.headers };
};
const announce = (body: object, caller = root) =>
  call('PUT', '/api/system/announcement', caller, body);
const shown = async () => (await call('GET', '/api/announcement', null)).body;

describe('an announcement', () => {
  it('is shown to everybody in its window, and can be replaced and deleted', async () => {
    expect(await shown()).toBe(null);
    const first = { text: 'New disks at ten', starts: now + 10, ends: now + 20, read_only_from: 0 };
    expect(await announce({ ...first, text: ' New disks at ten ' })).toMatchObject({
      status: 200,
      body: { ...first, read_only: false },
    });
    expect(await shown()).toBe(null);
    expect((await call('GET', '/api/system/announcement')).body.text).toBe('New disks at ten');
    now += 10;
    expect(await shown()).toEqual({ ...first, read_only: false });
    now += 10;
    expect(await shown()).toBe(null);
    await announce({ text: 'Second' });
    expect(await shown()).toMatchObject({ text: 'Second', starts: 0, ends: 0 });
    expect((await call('DELETE', '/api/system/announcement')).status).toBe(204);
    expect((await call('DELETE', '/api/system/announcement')).status).toBe(404);
    expect(await shown()).toBe(null);
  });

  it.each([
    [{}, 'text'],
    [{ text: '  ' }, 'An announcement needs a text'],
    [{ text: 'x'.repeat(501) }, 'An announcement has at most 500 characters'],
    [{ text: 'x', ends: 1 }, 'The announcement ends in the past'],
    [{ text: 'x', starts: 'now' }, 'starts'],
    [{ text: 'x', end: 1 }, 'end'],
  ])('is refused: %o', async (body, message) => {
    expect(await announce(body)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message) },
    });
  });

  it('is set by system administrators alone', async () => {
    expect((await announce({ text: 'x' }, ada)).status).toBe(403);
    expect((await call('DELETE', '/api/system/announcement', ada)).status).toBe(403);
    expect((await call('GET', '/api/system/announcement', ada)).status).toBe(403);
    expect((await call('PUT', '/api/system/announcement', null, { text: 'x' })).status).toBe(401);
  });
});

describe('the read-only mode', () => {
  const secrets = '/api/repos/ada/project/secrets';
  const builds = '/api/repos/ada/project/builds';
  const secret = (name: string) => call('POST', secrets, ada, { name, data: 'x' });

  it('refuses changes and new builds with the announcement, and nothing that is read', async () => {
    await announce({ text: 'New disks', read_only_from: now + 10, ends: now + 70 });
    expect((await secret('before')).status).toBe(200);
    now += 10;
    const refused = await secret('after');
    expect(refused).toMatchObject({
      status: 503,
      body: { message: 'The server is read-only: New disks', code: 'read_only' },
    });
    expect(refused.headers['retry-after']).toBe('60');
    expect((await call('POST', builds, ada)).status).toBe(503);
    expect((await call('PATCH', '/api/repos/ada/project', ada, { timeout: 5 })).status).toBe(503);
    expect((await call('POST', '/api/users', root, { login: 'eve' })).status).toBe(503);
    expect((await call('GET', builds, ada)).status).toBe(200);
    expect(
      (await call('POST', '/api/repos/ada/project/encrypt', ada, { name: 'a', data: 'b' })).status,
    ).toBe(200);
    now += 60;
    expect((await secret('after')).status).toBe(200);
  });

  it('checks access first', async () => {
    await announce({ text: 'New disks', read_only_from: now });
    const eve = await server.addUser('eve');
    expect((await call('POST', secrets, eve, {})).status).toBe(404);
    expect((await call('POST', secrets, null, {})).status).toBe(401);
  });

  it('leaves what ends running work, and its own end', async () => {
    await announce({ text: 'New disks', read_only_from: now });
    expect((await call('DELETE', `${builds}/1`, ada)).status).toBe(200);
    expect((await call('DELETE', '/api/queue')).status).toBe(204);
    expect((await call('POST', '/api/queue')).status).toBe(204);
    expect((await announce({ text: 'Done' })).status).toBe(200);
    expect((await secret('again')).status).toBe(200);
  });

  it('refuses pushes with the announcement, and no clones', async () => {
    const work = await createWorkTree(server, 'ada', 'ada/project');
    await announce({ text: 'New disks', read_only_from: now });
    await work.commit({ page: '1' });
    const refused = await work.git('push', 'origin', 'HEAD:refs/heads/next');
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain('The server is read-only: New disks');
    expect((await work.git('fetch', 'origin', 'main')).exitCode).toBe(0);
    await call('DELETE', '/api/system/announcement');
    expect((await work.git('push', 'origin', 'HEAD:refs/heads/next')).exitCode).toBe(0);
  });
});
