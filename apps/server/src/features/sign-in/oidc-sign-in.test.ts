import { generateKeyPairSync } from 'node:crypto';
import type { Collaborator } from '@millrace/contract/api';
import { forbidden } from '@millrace/contract/api-errors';
import { findFreePort } from '@millrace/test-support/free-port';
import {
  type OidcPersons,
  type OidcTestProvider,
  oidcClient,
  startOidcProvider,
} from '@millrace/test-support/oidc-provider';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  bearer,
  password,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import type { Contributions } from '../../contributions.ts';
import { gitHostingPort } from '../git-hosting/port.ts';

let server: TestServer;
let admitAccount: Contributions['admitAccount'];
let provider: OidcTestProvider;
let persons: OidcPersons;
let redirectUri: string;

beforeEach(async () => {
  persons = {
    'sub-1': { preferred_username: 'Ada', email: 'ada@example.com', groups: ['engineers'] },
  };
  const port = await findFreePort();
  redirectUri = `http://127.0.0.1:${port}/login/oidc/callback`;
  provider = await startOidcProvider(redirectUri, persons);
  await startServer(port);
});
afterEach(async () => {
  await server.stop();
  await provider.stop();
});

async function startServer(port: number, env: Record<string, string> = {}) {
  admitAccount = async () => undefined;
  server = await startTestServer({
    contributions: { admitAccount: (applicant) => admitAccount(applicant) },
    env: {
      MILLRACE_PORT: String(port),
      MILLRACE_OIDC_ISSUER: provider.issuer,
      MILLRACE_OIDC_CLIENT_ID: oidcClient.id,
      MILLRACE_OIDC_CLIENT_SECRET: oidcClient.secret,
      MILLRACE_OIDC_NAME: 'Example',
      MILLRACE_OIDC_ADMIN_GROUPS: 'admins',
      MILLRACE_OIDC_ALLOWED_GROUPS: 'engineers',
      ...env,
    },
  });
}

async function restart(env: Record<string, string>) {
  const { port } = new URL(redirectUri);
  await server.stop();
  await startServer(Number(port), env);
}

async function begin() {
  const answer = await server.app.inject('/login/oidc?return_to=%2Fada%2Fapp');
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return { url: String(answer.headers.location), cookie };
}

function end(callback: string, cookie: string) {
  const { pathname, search } = new URL(callback);
  return server.app.inject({ url: pathname + search, headers: { cookie } });
}

async function signIn(subject = 'sub-1') {
  const { url, cookie } = await begin();
  return end(await provider.signIn(url, subject), cookie);
}

function messageOf(answer: { headers: Record<string, unknown> }) {
  return new URL(String(answer.headers.location), 'http://x').searchParams.get('message');
}

it('creates an account at the first sign-in, and finds it by its subject later', async () => {
  const answer = await signIn();
  expect(answer.headers.location).toBe('/ada/app');
  const user = await server.core.userStore.findByLogin('ada');
  expect(user).toMatchObject({ email: 'ada@example.com', admin: false, passwordHash: null });
  const cookies = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const own = await server.app.inject({ url: '/api/user', headers: { cookie: cookies } });
  expect(own.json()).toMatchObject({ login: 'ada', has_password: false });
  persons['sub-1'] = { ...persons['sub-1'], preferred_username: 'countess' };
  expect((await signIn()).headers.location).toBe('/ada/app');
  expect(await server.core.userStore.findByLogin('countess')).toBeUndefined();
});

it('grants and revokes the role of system admin by the groups', async () => {
  const isAdmin = async () => (await server.core.userStore.findByLogin('ada'))?.admin;
  persons['sub-1'] = { ...persons['sub-1'], groups: ['engineers', 'admins'] };
  await signIn();
  expect(await isAdmin()).toBe(true);
  persons['sub-1'] = { ...persons['sub-1'], groups: ['engineers'] };
  await signIn();
  expect(await isAdmin()).toBe(false);
});

it('puts a person into the teams of the groups at each sign-in', async () => {
  const root = await server.addUser('root', { admin: true });
  const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const url = `/api/organizations${path}`;
    const body = payload ? { payload } : {};
    return (await server.app.inject({ method, url, headers: bearer(root), ...body })).json();
  };
  await call('POST', '', { name: 'acme' });
  await call('POST', '/acme/teams', { name: 'devs', role: 'write', all_repositories: true });
  await server.ask(gitHostingPort).addHostedRepo(root, 'acme', 'app');
  await call('POST', '/acme/groups', { team: 'devs', group: 'engineers' });
  const roles = async () => {
    const url = '/api/repos/acme/app/collaborators';
    const answer = await server.app.inject({ url, headers: bearer(root) });
    return answer.json<Collaborator[]>().map(({ login, source, write }) => [login, source, write]);
  };
  await signIn();
  expect(await call('GET', '/acme/teams/devs/members')).toMatchObject([
    { login: 'ada', by_group: true, by_hand: false },
  ]);
  expect(await roles()).toEqual([
    ['ada', 'team', true],
    ['root', 'owner', true],
  ]);
  persons['sub-1'] = { ...persons['sub-1'], groups: ['sales'] };
  await signIn();
  expect(await call('GET', '/acme/teams/devs/members')).toEqual([]);
  expect(await roles()).toEqual([['root', 'owner', true]]);
});

it('creates no account for a person whom an admission extension refuses', async () => {
  admitAccount = async ({ id, login }) => Promise.reject(forbidden(`${login} ${id}: no`));
  expect(messageOf(await signIn())).toBe('ada 0: no');
  expect(await server.core.userStore.findByLogin('ada')).toBeUndefined();
});

it('lets an admission extension overrule the groups', async () => {
  persons['sub-1'] = { ...persons['sub-1'], groups: ['engineers', 'admins'] };
  const seen: [number, boolean][] = [];
  for (const answer of [undefined, false, false, true]) {
    admitAccount = async ({ id, admin }) => {
      seen.push([Math.min(id, 1), admin]);
      return answer;
    };
    await signIn();
    const user = await server.core.userStore.findByLogin('ada');
    expect(user?.admin).toBe(answer ?? true);
  }
  expect(seen).toEqual([
    [0, true],
    [1, true],
    [1, true],
    [1, true],
  ]);
});

it('revokes the token and the sessions of a person who left the allowed groups', async () => {
  await signIn();
  const user = await server.core.userStore.findByLogin('ada');
  const token = user && server.core.users.readToken(user);
  persons['sub-1'] = { ...persons['sub-1'], groups: ['sales'] };
  expect(messageOf(await signIn())).toBe('ada is in none of the groups that may use this server');
  expect(await server.core.users.findByToken(token ?? '')).toBeUndefined();
});

it('takes over no account with the same login, unless the setting links it', async () => {
  await server.addUser('ada');
  expect(messageOf(await signIn())).toContain('The login ada belongs to another account');
});

it.each([
  ['ada', true],
  ['admin', false],
])('links %s by the setting: %s', async (login, isLinked) => {
  await restart({ MILLRACE_OIDC_LINK_ACCOUNTS: 'on' });
  await server.addUser(login, { admin: login === 'admin' });
  persons['sub-1'] = { ...persons['sub-1'], preferred_username: login };
  expect(messageOf(await signIn()) === null).toBe(isLinked);
  const user = await server.core.userStore.findByLogin(login);
  expect(user?.passwordHash === null).toBe(isLinked);
  // The account belongs to one person.
  persons['sub-2'] = { preferred_username: login, groups: ['engineers'] };
  expect(messageOf(await signIn('sub-2'))).toContain('belongs to another account');
});

it.each(['api', 'git', 'API', '__proto__', 'constructor', 'a b', '..', '\u212Aate', ''])(
  'creates no account with the login "%s"',
  async (login) => {
    await restart({ MILLRACE_OIDC_LINK_ACCOUNTS: 'on' });
    await server.addUser('kate');
    persons['sub-1'] = { ...persons['sub-1'], preferred_username: login };
    expect(messageOf(await signIn())).toMatch(/is not possible here|sends no claim/);
    expect(await server.core.userStore.list()).toHaveLength(1);
  },
);

it.each([' ', '\u0000', 'x'.repeat(300)])('rejects the id %j of a person', async (subject) => {
  persons[subject] = { preferred_username: 'eve', groups: ['engineers'] };
  expect(messageOf(await signIn(subject))).toMatch(/no usable id|not valid/);
  expect(await server.core.userStore.findByLogin('eve')).toBeUndefined();
});

it.each([
  ['', 'ada@evil.example', 'until an administrator sets MILLRACE_OIDC_LOGIN_DOMAIN'],
  ['example.com', 'ada@evil.example', '"ada@evil.example" is not an address of example.com'],
  ['example.com', 'ada@example.com@evil.example', 'is not an address of example.com'],
  ['example.com', 'Ada@Example.com', null],
  ['example.com', 'ada', null],
])('links addresses of the domain "%s" alone: %s', async (domain, login, message) => {
  await restart({ MILLRACE_OIDC_LINK_ACCOUNTS: 'on', MILLRACE_OIDC_LOGIN_DOMAIN: domain });
  await server.addUser('ada');
  persons['sub-1'] = { ...persons['sub-1'], preferred_username: login };
  const answer = messageOf(await signIn());
  if (message === null) expect(answer).toBeNull();
  else expect(answer).toContain(message);
});

it('gives an invited account to no address of an unknown domain', async () => {
  await server.core.users.createAccount({ login: 'ada', password: null });
  persons['sub-1'] = { ...persons['sub-1'], preferred_username: 'ada@evil.example' };
  expect(messageOf(await signIn())).toContain('MILLRACE_OIDC_LOGIN_DOMAIN');
});

it.each([false, 'false'])('rejects an unverified address as the login: %j', async (verified) => {
  await restart({ MILLRACE_OIDC_LOGIN_CLAIM: 'email' });
  persons['sub-1'] = { ...persons['sub-1'], email_verified: verified };
  expect(messageOf(await signIn())).toBe(
    'Example has not verified the email address ada@example.com',
  );
});

it('rejects an inactive account, and a login that is a namespace', async () => {
  await signIn();
  const user = await server.core.userStore.findByLogin('ada');
  await server.core.userStore.update(user?.id ?? 0, { active: false });
  expect(messageOf(await signIn())).toBe('Account is not active');
  const root = await server.addUser('root', { admin: true });
  await server.ask(gitHostingPort).addHostedRepo(root, 'acme', 'app');
  persons['sub-2'] = { preferred_username: 'acme', groups: ['engineers'] };
  expect(messageOf(await signIn('sub-2'))).toContain('The login acme belongs to another account');
});

it('rejects another state, another browser and a repeated callback', async () => {
  const { url, cookie } = await begin();
  const callback = await provider.signIn(url, 'sub-1');
  const other = new URL(callback);
  other.searchParams.set('state', 'other');
  const expired = 'The sign-in was started in another browser or has expired. Please try again.';
  expect(messageOf(await end(other.href, cookie))).toBe(expired);
  expect(messageOf(await end(callback, ''))).toBe(expired);
  expect((await end(callback, cookie)).headers.location).toBe('/ada/app');
  expect(messageOf(await end(callback, cookie))).toContain('Example rejected the sign-in');
});

it('reports a provider that is away, and accepts its replaced keys', async () => {
  const { url, cookie } = await begin();
  const callback = await provider.signIn(url, 'sub-1');
  await provider.stop();
  expect(messageOf(await end(callback, cookie))).toBe(
    'Example cannot be reached. Please try again later.',
  );
  const { port } = new URL(provider.issuer);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'next', use: 'sig', alg: 'RS256' };
  const jwks = { keys: [key] };
  provider = await startOidcProvider(redirectUri, persons, { port: Number(port), jwks });
  expect((await signIn()).headers.location).toBe('/ada/app');
});

it('records sign-ins with their credential and changes, and rejections with their reason', async () => {
  await signIn();
  persons['sub-2'] = { preferred_username: 'eve', groups: [] };
  await signIn('sub-2');
  const events = await server.core.db
    .selectFrom('audit_events')
    .select(['action', 'actor', 'credential', 'details'])
    .execute();
  expect(events).toMatchObject([
    {
      action: 'session.sign_in',
      actor: 'ada',
      credential: 'oidc',
      details: '{"account":"created"}',
    },
    { action: 'session.reject', actor: '', credential: 'none' },
  ]);
  expect(events[1]?.details).toContain('eve is in none of the groups');
});

it('keeps the password of the first admin if passwords are switched off', async () => {
  await restart({ MILLRACE_PASSWORD_SIGN_IN: 'off' });
  await server.addUser('admin', { admin: true });
  await server.addUser('bob');
  const post = (username: string) =>
    server.app.inject({
      method: 'POST',
      url: '/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username, password }).toString(),
    });
  expect((await post('admin')).headers.location).toBe('/');
  expect(messageOf(await post('bob'))).toBe('Invalid username or password');
});

it('starts at the public URL, where the provider redirects back to', async () => {
  const { origin: publicUrl, host } = new URL(redirectUri);
  await restart({ MILLRACE_URL: publicUrl });
  const beginAt = (url: string, from: string) =>
    server.app.inject({ url, headers: { host: from } });
  const moved = await beginAt('/login/oidc?return_to=%2Fada%2Fapp', 'ci.lan:8080');
  expect(moved.headers.location).toBe(`${publicUrl}/login/oidc?return_to=%2Fada%2Fapp&moved=`);
  expect(moved.headers['set-cookie']).toBeUndefined();
  const next = String(moved.headers.location).slice(publicUrl.length);
  // A proxy may replace the host of every request.
  for (const from of [host, 'internal:8080']) {
    expect(String((await beginAt(next, from)).headers.location)).toContain(provider.issuer);
  }
});

it('starts and returns below the path of the public URL', async () => {
  const { origin, host } = new URL(redirectUri);
  await provider.stop();
  provider = await startOidcProvider(`${origin}/ci/login/oidc/callback`, persons);
  await restart({ MILLRACE_URL: `${origin}/ci`, MILLRACE_OIDC_ISSUER: provider.issuer });
  const moved = await server.app.inject({ url: '/ci/login/oidc', headers: { host: 'ci.lan' } });
  expect(moved.headers.location).toBe(`${origin}/ci/login/oidc?return_to=%2F&moved=`);
  const url = '/ci/login/oidc?return_to=%2Fada%2Fapp';
  const begun = await server.app.inject({ url, headers: { host } });
  expect(begun.cookies).toMatchObject([{ path: '/ci' }]);
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  const callback = await provider.signIn(String(begun.headers.location), 'sub-1');
  expect(callback).toContain(`${origin}/ci/login/oidc/callback?`);
  expect((await end(callback, cookie)).headers.location).toBe('/ci/ada/app');
});
