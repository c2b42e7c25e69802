import { generateKeyPairSync } from 'node:crypto';
import { findFreePort } from '@millrace/test-support/free-port';
import {
  type OidcTestProvider,
  oidcClient,
  startOidcProvider,
} from '@millrace/test-support/oidc-provider';
import { openStream } from '@millrace/test-support/stream-reader';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...keys.privateKey.export({ format: 'jwk' }), kid: 'key', use: 'sig' };
const event = 'http://schemas.openid.net/event/backchannel-logout';

let server: TestServer;
let provider: OidcTestProvider;
beforeAll(async () => {
  const port = await findFreePort();
  const names = ['ada', 'bea', 'cleo', 'dan'];
  const persons = Object.fromEntries(names.map((name) => [name, { preferred_username: name }]));
  provider = await startOidcProvider(`http://127.0.0.1:${port}/login/oidc/callback`, persons, {
    jwks: { keys: [jwk] },
  });
  server = await startTestServer({
    env: {
      MILLRACE_PORT: String(port),
      MILLRACE_OIDC_ISSUER: provider.issuer,
      MILLRACE_OIDC_CLIENT_ID: oidcClient.id,
      MILLRACE_OIDC_CLIENT_SECRET: oidcClient.secret,
    },
  });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

/** Signs in with another session at the provider each time. Returns the cookie. */
async function signIn(subject: string): Promise<string> {
  const begun = await server.app.inject('/login/oidc');
  const state = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  const callback = new URL(await provider.signIn(String(begun.headers.location), subject));
  const url = callback.pathname + callback.search;
  const answer = await server.app.inject({ url, headers: { cookie: state } });
  const { value } = answer.cookies.find(({ name }) => name === '_session_') ?? {};
  return `_session_=${value}`;
}

const isSignedIn = async (cookie: string) =>
  (await server.app.inject({ url: '/api/user', headers: { cookie } })).statusCode === 200;

async function providerSessionsOf(login: string): Promise<string[]> {
  const rows = await server.core.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('provider_sid')
    .where('users.login', '=', login)
    .orderBy('sessions.created')
    .execute();
  return rows.flatMap(({ provider_sid }) => provider_sid ?? []);
}

const post = (token: string) =>
  server.app.inject({
    method: 'POST',
    url: '/login/oidc/backchannel',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  });

function makeToken(claims: object, key = keys.privateKey): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const usual = {
    iss: provider.issuer,
    aud: oidcClient.id,
    iat: now,
    exp: now + 120,
    jti: `token ${Math.random()}`,
    events: { [event]: {} },
  };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'key', typ: 'logout+jwt' })
    .sign(key);
}

it('ends the session of one browser, with its stream', async () => {
  const [here, there] = [await signIn('ada'), await signIn('ada')];
  const [first = ''] = await providerSessionsOf('ada');
  const stream = await openStream(`${server.url}/api/stream`, { cookie: here });
  await provider.signOut('ada', first);
  await stream.rest();
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, true]);
});

it('ends all sessions of a person, and no others', async () => {
  const cookies = [await signIn('bea'), await signIn('bea')];
  const other = await signIn('cleo');
  await provider.signOut('bea');
  expect(await Promise.all([...cookies, other].map(isSignedIn))).toEqual([false, false, true]);
  const events = await server.core.db
    .selectFrom('audit_events')
    .select(['actor', 'credential', 'target'])
    .where('action', '=', 'session.end_all')
    .where('target', '=', 'bea')
    .execute();
  expect(events).toEqual([{ actor: '', credential: 'oidc', target: 'bea' }]);
});

it('accepts a token that names no session here, and each token once', async () => {
  expect((await post(await makeToken({ sub: 'nobody' }))).statusCode).toBe(200);
  expect((await post(await makeToken({ sid: 'none' }))).statusCode).toBe(200);
  const token = await makeToken({ sub: 'cleo' });
  const answer = await post(token);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  const again = await post(token);
  expect([again.statusCode, again.json()]).toEqual([
    400,
    { error: 'invalid_request', error_description: 'Invalid logout token: it was used before' },
  ]);
});

describe('a token is rejected', () => {
  it.each<[string, object]>([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another client', { aud: 'other' }],
    ['without the event', { events: {} }],
    ['without any events', { events: undefined }],
    ['with a nonce, like an ID token', { nonce: 'n' }],
    ['without an id', { jti: undefined }],
    ['without subject and session', { sub: undefined }],
    ['that is old', { iat: Math.floor(Date.now() / 1000) - 3600 }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
  ])('%s', async (_, claims) => {
    const cookie = await signIn('dan');
    const answer = await post(await makeToken({ sub: 'dan', ...claims }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error_description).toMatch(/^Invalid logout token/);
    expect(await isSignedIn(cookie)).toBe(true);
  });

  it('with another signature, or none', async () => {
    const cookie = await signIn('dan');
    const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect((await post(await makeToken({ sub: 'dan' }, others.privateKey))).statusCode).toBe(400);
    const [, claims] = (await makeToken({ sub: 'dan' })).split('.');
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    expect((await post(`${header}.${claims}.`)).statusCode).toBe(400);
    expect((await post('nonsense')).statusCode).toBe(400);
    expect(await isSignedIn(cookie)).toBe(true);
  });
});
