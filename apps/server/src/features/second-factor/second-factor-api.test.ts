import type { RecoveryCodes, TotpSecret } from '@millrace/contract/api';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  gitEnvironment,
  password,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { totpCode } from '../../../testing/totp-codes.ts';

let server: TestServer;
let root: { token: string };
/** Time since the real one, so that a test can use the codes of later time steps. */
let offsetMs = 0;
const now = () => Date.now() + offsetMs;
beforeAll(async () => {
  server = await startTestServer({ clock: { nowMs: now, nowSec: () => Math.floor(now() / 1000) } });
  root = await server.addUser('root', { admin: true });
});
afterAll(() => server.stop());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const path = '/api/user/second-factor';

function call(user: { token: string }, method: Method, url: string, payload?: object) {
  return server.app.inject({ method, url, headers: bearer(user), ...(payload && { payload }) });
}

async function setUp(user: { token: string }): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await call(user, 'POST', `${path}/secret`)).json<TotpSecret>();
  const answer = await call(user, 'PUT', path, { password, secret, code: totpCode(secret, now()) });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return { secret, codes: answer.json<RecoveryCodes>().recovery_codes };
}

const post = (url: string, fields: Record<string, string>, cookie = '') =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    payload: new URLSearchParams(fields).toString(),
  });

async function enterPassword(login: string): Promise<string> {
  const answer = await post('/login', { username: login, password, return_to: '/ada/project' });
  expect(answer.headers.location).toBe('/login/form?step=code');
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

/** Returns where the browser is sent: to the page that it wanted if the code was right. */
async function enterCode(cookie: string, code: string) {
  const { headers, statusCode } = await post('/login/code', { code }, cookie);
  const isSignedIn = String(headers['set-cookie']).includes('_session_=');
  return { location: headers.location, isSignedIn, statusCode };
}

const wrong = '/login/form?step=code&message=The+code+is+wrong%2C+or+was+used+before';

describe('the second step of a sign-in', () => {
  it('needs a code of the app, each of which is valid once', async () => {
    const { secret } = await setUp(await server.addUser('ada'));
    const cookie = await enterPassword('ada');
    expect((await server.app.inject({ url: '/api/user', headers: { cookie } })).statusCode).toBe(
      401,
    );
    // That of the set-up was used.
    expect((await enterCode(cookie, totpCode(secret, now()))).location).toBe(wrong);
    offsetMs += 30_000;
    const code = totpCode(secret, now());
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const signedIn = { location: '/ada/project', isSignedIn: true, statusCode: 303 };
    expect(await enterCode(cookie, spaced)).toEqual(signedIn);
    expect((await enterCode(await enterPassword('ada'), code)).location).toBe(wrong);
  });

  it('accepts each recovery code once', async () => {
    const bea = await server.addUser('bea');
    const { codes } = await setUp(bea);
    expect(new Set(codes).size).toBe(10);
    const [code = ''] = codes;
    expect((await enterCode(await enterPassword('bea'), code.toUpperCase())).isSignedIn).toBe(true);
    expect((await enterCode(await enterPassword('bea'), code)).location).toBe(wrong);
    expect((await call(bea, 'GET', path)).json()).toMatchObject({ on: true, recovery_codes: 9 });
    const renewed = await call(bea, 'POST', `${path}/recovery-codes`, { password });
    const [next = ''] = renewed.json<RecoveryCodes>().recovery_codes;
    expect((await enterCode(await enterPassword('bea'), codes[1] ?? '')).location).toBe(wrong);
    expect((await enterCode(await enterPassword('bea'), next)).isSignedIn).toBe(true);
  });

  it('allows few guesses, which right passwords do not renew', async () => {
    const { codes } = await setUp(await server.addUser('cleo'));
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess++) {
      statuses.push((await enterCode(await enterPassword('cleo'), `00000${guess}`)).statusCode);
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    expect((await enterCode(await enterPassword('cleo'), codes[0] ?? '')).statusCode).toBe(429);
  });

  it.each<[string, (login: string) => Promise<unknown>]>([
    [
      'the password has changed',
      (login) => call(root, 'POST', `/api/users/${login}/password/reset`),
    ],
    ['the account is inactive', (login) => deactivate(login)],
    [
      'the time is over',
      async () => {
        offsetMs += 16 * 60_000;
      },
    ],
  ])('begins again if %s', async (name, change) => {
    const login = `dan-${name.length}`;
    const { codes } = await setUp(await server.addUser(login));
    const cookie = await enterPassword(login);
    await change(login);
    const { location, isSignedIn } = await enterCode(cookie, codes[0] ?? '');
    expect([location, isSignedIn]).toEqual([
      expect.stringContaining('/login/error?message=The%20sign-in%20has%20expired'),
      false,
    ]);
  });

  it('needs the cookie of the first one', async () => {
    expect((await enterCode('', '123456')).isSignedIn).toBe(false);
    expect((await enterCode('_second_factor_=bm9uZQ', '123456')).isSignedIn).toBe(false);
  });
});

const deactivate = (login: string) =>
  server.app.inject({
    method: 'PATCH',
    url: `/api/users/${login}`,
    headers: bearer(root),
    payload: { active: false },
  });

describe('the calls', () => {
  it('need the password, and count guesses as sign-ins', async () => {
    const eve = await server.addUser('eve');
    const { secret } = (await call(eve, 'POST', `${path}/secret`)).json<TotpSecret>();
    const body = { password: 'a guess', secret, code: totpCode(secret, now()) };
    const answer = await call(eve, 'PUT', path, body);
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'The password is wrong']);
    const wrongCode = await call(eve, 'PUT', path, { ...body, password, code: '000000' });
    expect(wrongCode.json().message).toMatch('The code is wrong');
    expect((await call(eve, 'GET', path)).json()).toEqual({
      on: false,
      required: false,
      created: 0,
      recovery_codes: 0,
    });
    expect((await call(eve, 'POST', `${path}/remove`, { password })).statusCode).toBe(404);
  });

  it('end other sessions at the set-up, and remove the factor', async () => {
    const finn = await server.addUser('finn');
    const session = await post('/login', { username: 'finn', password });
    const cookie = String(session.headers['set-cookie']).split(';')[0] ?? '';
    const { secret } = await setUp(finn);
    expect((await server.app.inject({ url: '/api/user', headers: { cookie } })).statusCode).toBe(
      401,
    );
    offsetMs += 30_000;
    const again = { password, secret, code: totpCode(secret, now()) };
    expect((await call(finn, 'PUT', path, again)).statusCode).toBe(409);
    expect((await call(finn, 'POST', `${path}/remove`, { password })).statusCode).toBe(204);
    expect((await post('/login', { username: 'finn', password })).headers.location).toBe('/');
  });

  it('let system admins remove that of another account', async () => {
    const gus = await server.addUser('gus');
    await setUp(gus);
    const url = '/api/users/gus/second-factor';
    expect((await call(root, 'GET', url)).json()).toMatchObject({ on: true });
    expect((await call(gus, 'DELETE', url)).statusCode).toBe(403);
    expect((await call(root, 'DELETE', '/api/users/root/second-factor')).statusCode).toBe(400);
    expect((await call(root, 'DELETE', url)).statusCode).toBe(204);
    expect((await call(root, 'DELETE', url)).statusCode).toBe(404);
    expect((await post('/login', { username: 'gus', password })).headers.location).toBe('/');
  });
});

it('refuses git with the password, and accepts it with the token', async () => {
  const hal = await server.addUser('hal');
  await pushSampleRepo(server, 'hal', 'project');
  const fetchWith = async (secret: string) => {
    const url = new URL(`${server.url}/git/hal/project.git`);
    Object.assign(url, { username: 'hal', password: secret });
    const options = { reject: false, env: gitEnvironment(server) } as const;
    return (await execa('git', ['ls-remote', url.href], options)).exitCode === 0;
  };
  expect(await fetchWith(password)).toBe(true);
  await setUp(hal);
  expect([await fetchWith(password), await fetchWith(hal.token)]).toEqual([false, true]);
});

it('encrypts secrets, and again with another key', async () => {
  const { core, features } = server;
  const ida = await server.addUser('ida');
  const { secret } = await setUp(ida);
  const read = () =>
    core.db.selectFrom('totp_secrets').selectAll().where('user_id', '=', ida.id).executeTakeFirst();
  const encrypted = (await read())?.secret_sealed ?? '';
  expect(core.keys.sealer.open(encrypted)).toBe(secret);
  await core.db
    .transaction()
    .execute((trx) => features.reencrypt(trx, (value) => (value === encrypted ? 'other' : value)));
  expect((await read())?.secret_sealed).toBe('other');
});
