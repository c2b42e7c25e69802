import { openStream } from '@millrace/test-support/stream-reader';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  password,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
let ada: { id: number; token: string };
let root: { token: string };
let stepId: number;
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  root = await server.addUser('root', { admin: true });
  await pushSampleRepo(server, 'root', 'project');
  await server.core.repos.grant(ada.id, 1, 'read');
  const api = runnerApiOf(server);
  stepId = (await startNextStage(api)).step.id;
  await api.appendLogs({ params: { step: stepId }, body: [{ pos: 0, out: 'before\n', time: 0 }] });
});
afterEach(() => server.stop());

const logPath = '/api/stream/root/project/1/1/1';
const paths = [logPath, '/api/stream/root/project', '/api/stream'];

async function signIn(): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: 'ada', password }).toString(),
  });
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

const asRoot = (method: 'PATCH' | 'DELETE' | 'POST', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: bearer(root), ...(payload ? { payload } : {}) });

describe.each(paths)('%s ends immediately', (path) => {
  it.each<[string, (cookie: string) => PromiseLike<{ statusCode: number }>]>([
    ['the account is deactivated', () => asRoot('PATCH', '/api/users/ada', { active: false })],
    ['the account is deleted', () => asRoot('DELETE', '/api/users/ada')],
    ['the session ends', (cookie) => server.app.inject({ url: '/logout', headers: { cookie } })],
  ])('if %s', async (_, takeAway) => {
    const cookie = await signIn();
    const stream = await openStream(server.url + path, { cookie });
    expect((await takeAway(cookie)).statusCode).toBeLessThan(300);
    await stream.rest();
  });

  it('if the token was replaced', async () => {
    const stream = await openStream(server.url + path, bearer(ada));
    expect((await asRoot('POST', '/api/users/ada/token/rotate')).statusCode).toBe(200);
    await stream.rest();
  });
});

describe.each([logPath, '/api/stream/root/project'])('%s ends immediately', (path) => {
  it('if the account loses access to the repository', async () => {
    const stream = await openStream(server.url + path, bearer(ada));
    expect((await asRoot('DELETE', '/api/repos/root/project/collaborators/ada')).statusCode).toBe(
      204,
    );
    await stream.rest();
  });

  it('if the repository becomes private, for a guest', async () => {
    const visibility = (value: string) =>
      asRoot('PATCH', '/api/repos/root/project', { visibility: value });
    await visibility('public');
    const guest = await openStream(server.url + path, {});
    await visibility('private');
    await guest.rest();
  });
});

it('continues a log after changes of others', async () => {
  const stream = await openStream(server.url + logPath, bearer(ada));
  await stream.take(1);
  await server.addUser('grace');
  await asRoot('PATCH', '/api/users/grace', { active: false });
  await asRoot('DELETE', '/api/users/grace');
  await asRoot('PATCH', '/api/repos/root/project', { visibility: 'internal' });
  await runnerApiOf(server).appendLogs({
    params: { step: stepId },
    body: [{ pos: 1, out: 'after\n', time: 0 }],
  });
  expect(JSON.parse((await stream.take(1))[0]?.data ?? '')).toMatchObject({ out: 'after\n' });
});

it.each(paths)('%s ends at the expiry of its access token', async (path) => {
  const start = Date.now();
  let nowMs = start;
  const waits: { ms: number; end: () => void }[] = [];
  const own = await startTestServer({
    clock: {
      nowMs: () => nowMs,
      nowSec: () => Math.floor(nowMs / 1000),
      wait: (ms) => new Promise((end) => waits.push({ ms, end })),
    },
  });
  onTestFinished(() => own.stop());
  const owner = await own.addUser('root');
  await pushSampleRepo(own, 'root', 'project');
  await startNextStage(runnerApiOf(own));
  const expires = Math.ceil(start / 1000) + 60;
  const created = await own.app.inject({
    method: 'POST',
    url: '/api/user/tokens',
    headers: bearer(owner),
    payload: { name: 'short', scope: 'read', expires },
  });
  const stream = await openStream(own.url + path, bearer(created.json()));
  const isTimer = ({ ms }: { ms: number }) => ms === expires * 1000 - nowMs;
  await expect.poll(() => waits.filter(isTimer)).toHaveLength(1);
  const [timer] = waits.filter(isTimer);
  nowMs = expires * 1000;
  timer?.end();
  await stream.rest();
});
