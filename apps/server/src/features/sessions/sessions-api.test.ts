import type { Session } from '@millrace/contract/api';
import { openStream } from '@millrace/test-support/stream-reader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  password,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let server: TestServer;
let root: { token: string };
let offsetSec = 0;
beforeAll(async () => {
  const clock = { nowSec: () => Math.floor(Date.now() / 1000) + offsetSec };
  server = await startTestServer({ clock, env: { MILLRACE_SESSION_HOURS: '2' } });
  root = await server.addUser('root', { admin: true });
});
afterAll(() => server.stop());

async function signIn(login: string, userAgent = firefox): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent },
    payload: new URLSearchParams({ username: login, password }).toString(),
  });
  expect(String(answer.headers['set-cookie'])).toContain('Max-Age=7200');
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

const fromPage = (cookie: string) => ({ cookie, 'sec-fetch-site': 'same-origin' });

async function list(headers: Record<string, string>, url = '/api/user/sessions') {
  return (await server.app.inject({ url, headers })).json<Session[]>();
}

const end = async (headers: Record<string, string>, url = '/api/user/sessions') =>
  (await server.app.inject({ method: 'DELETE', url, headers })).statusCode;

const isSignedIn = async (cookie: string) =>
  (await server.app.inject({ url: '/api/user', headers: { cookie } })).statusCode === 200;

it('lists the sessions of the account with their browsers', async () => {
  const ada = await server.addUser('ada');
  const here = await signIn('ada');
  await signIn('ada', 'curl/8.5.0');
  const sessions = await list({ cookie: here });
  expect(sessions.map(({ browser }) => browser).sort()).toEqual(['Firefox, Linux', 'curl/8.5.0']);
  expect(sessions.find(({ current }) => current)).toMatchObject({
    browser: 'Firefox, Linux',
    address: '127.0.0.1',
  });
  for (const { created, last_seen, expires } of sessions) {
    expect([last_seen, expires]).toEqual([created, created + 7200]);
  }
  expect((await list(bearer(ada))).filter(({ current }) => current)).toEqual([]);
  expect(await list(bearer(root), '/api/users/ada/sessions')).toHaveLength(2);
});

it('notes a call once a minute, with its browser', async () => {
  await server.addUser('bea');
  const cookie = await signIn('bea', 'curl/8.5.0');
  const [before] = await list({ cookie });
  offsetSec = 59;
  await isSignedIn(cookie);
  expect(await list({ cookie })).toEqual([before]);
  offsetSec = 61;
  await server.app.inject({ url: '/api/user', headers: { cookie, 'user-agent': firefox } });
  const [after] = await list({ cookie });
  expect(after?.browser).toBe('Firefox, Linux');
  expect(after?.last_seen).toBeGreaterThanOrEqual((before?.last_seen ?? 0) + 60);
  offsetSec = 7201;
  expect(await isSignedIn(cookie)).toBe(false);
  offsetSec = 0;
});

describe('ending', () => {
  it('one session ends its stream, and no other', async () => {
    await server.addUser('cleo');
    const [here, there] = [await signIn('cleo'), await signIn('cleo')];
    const stream = await openStream(`${server.url}/api/stream`, { cookie: there });
    const other = (await list({ cookie: here })).find(({ current }) => !current);
    expect(await end(fromPage(here), `/api/user/sessions/${other?.id}`)).toBe(204);
    await stream.rest();
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    expect(await end(fromPage(here), `/api/user/sessions/${other?.id}`)).toBe(404);
  });

  it('all others keeps the session of the page', async () => {
    await server.addUser('dan');
    const [here, there] = [await signIn('dan'), await signIn('dan')];
    expect(await end(fromPage(here))).toBe(204);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
  });

  it('is possible for system admins, one session or all', async () => {
    const eve = await server.addUser('eve');
    const cookies = [await signIn('eve'), await signIn('eve'), await signIn('eve')];
    const [first] = await list(bearer(root), '/api/users/eve/sessions');
    expect(await end(bearer(eve), '/api/users/eve/sessions')).toBe(403);
    expect(await end(bearer(root), `/api/users/eve/sessions/${first?.id}`)).toBe(204);
    expect(await list(bearer(eve))).toHaveLength(2);
    expect(await end(bearer(root), '/api/users/eve/sessions')).toBe(204);
    expect(await Promise.all(cookies.map(isSignedIn))).toEqual([false, false, false]);
  });

  it('never ends a session of another account', async () => {
    const finn = await server.addUser('finn');
    await server.addUser('gus');
    const cookie = await signIn('gus');
    const [session] = await list({ cookie });
    expect(await end(bearer(finn), `/api/user/sessions/${session?.id}`)).toBe(404);
    expect(await end(bearer(root), `/api/users/finn/sessions/${session?.id}`)).toBe(404);
    expect(await isSignedIn(cookie)).toBe(true);
  });
});
