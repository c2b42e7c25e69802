import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import {
  password,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

const server = await serverOfFile();
const ours = new URL(server.core.publicUrl()).origin;
await server.addUser('ada');
await pushSampleRepo(server, 'ada', 'project');

type Headers = Record<string, string>;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const postForm = ({ app }: TestServer, headers: Headers) =>
  app.inject({
    method: 'POST',
    url: '/login',
    headers: { ...form, ...headers },
    payload: new URLSearchParams({ username: 'ada', password }).toString(),
  });

async function signIn(headers: Headers = {}): Promise<string> {
  const answer = await postForm(server, headers);
  return String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
}

/** Origins of a call, its headers, and whether the origin is a page of this server. */
const sources: [string, () => Headers, boolean][] = [
  ['a page of ours', () => ({ 'sec-fetch-site': 'same-origin' }), true],
  ['a page of ours, in an old browser', () => ({ origin: ours }), true],
  ['another site', () => ({ 'sec-fetch-site': 'cross-site' }), false],
  ['another host of our domain', () => ({ 'sec-fetch-site': 'same-site' }), false],
  ['another site, in an old browser', () => ({ origin: 'https://evil.example' }), false],
  ['a page without an origin', () => ({ origin: 'null' }), false],
  [
    'another site that pretends',
    () => ({ 'sec-fetch-site': 'cross-site', origin: ours, referer: `${ours}/` }),
    false,
  ],
  ['nobody knows where', () => ({}), false],
];

describe('a change with a cookie', () => {
  it.each(sources)('from %s', async (_, headersOf, isOurs) => {
    const cookie = await signIn({ origin: ours });
    expect(cookie).not.toBe('');
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/repos/ada/project/builds',
      headers: { cookie, ...headersOf() },
    });
    expect(answer.statusCode < 300).toBe(isOurs);
    if (!isOurs) expect([401, 403]).toContain(answer.statusCode);
  });

  it('needs no check if it only reads, or uses a token', async () => {
    const cookie = await signIn();
    const read = { url: '/api/user', headers: { cookie, 'sec-fetch-site': 'cross-site' } };
    expect((await server.app.inject(read)).statusCode).toBe(200);
    const { token } = await server.addUser('grace');
    const change = await server.app.inject({
      method: 'POST',
      url: '/api/user/token',
      headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'cross-site' },
    });
    expect(change.statusCode).toBe(200);
  });

  it('is never made by a form', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/repos/ada/project/secrets',
      headers: { cookie: await signIn(), 'sec-fetch-site': 'same-origin', ...form },
      payload: 'name=a&data=b',
    });
    expect(answer.statusCode).toBe(415);
  });
});

it('does not sign in by another site', async () => {
  expect(await signIn({ 'sec-fetch-site': 'cross-site' })).toBe('');
  expect(await signIn({ origin: 'https://evil.example' })).toBe('');
  expect(await signIn()).not.toBe('');
});

it('says what to do behind a proxy that replaces the host', async () => {
  const { headers } = await postForm(server, { origin: 'http://ci.example:8080' });
  expect(decodeURIComponent(String(headers.location))).toBe(
    '/login/error?message=The sign-in came from another site: http://ci.example:8080. ' +
      'If this is the address of this server, set MILLRACE_URL to it',
  );
});

describe('with a public URL of https', () => {
  const publicUrl = 'https://ci.example.com';
  let secure: TestServer;
  beforeAll(async () => {
    secure = await startTestServer({ env: { MILLRACE_URL: publicUrl } });
    await secure.addUser('ada');
  });
  afterAll(() => secure.stop());

  it('sends people from plain HTTP to it, because their browser would drop the cookie', async () => {
    const host = 'ci.example.com:8080';
    const { headers } = await postForm(secure, { host, origin: `http://${host}` });
    expect(headers['set-cookie']).toBeUndefined();
    expect(decodeURIComponent(String(headers.location))).toBe(
      `/login/error?message=Sign in at ${publicUrl}: this server needs HTTPS`,
    );
  });

  it.each([
    ['its own page', { origin: publicUrl }],
    ['a page on this machine', { host: 'localhost:8080', origin: 'http://localhost:8080' }],
    ['a program', {}],
  ])('signs in from %s', async (_, headers) => {
    expect(String((await postForm(secure, headers)).headers['set-cookie'])).toContain('Secure');
  });
});

it.each([
  ['GET', { 'sec-fetch-site': 'cross-site' }, true],
  ['POST', { 'sec-fetch-site': 'cross-site' }, true],
  ['GET', { referer: 'https://evil.example/' }, true],
  ['GET', { 'sec-fetch-site': 'same-origin' }, false],
  ['GET', { 'sec-fetch-site': 'none' }, false],
  ['GET', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }, false],
  ['GET', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }, true],
  ['GET', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }, true],
  ['GET', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, false],
  ['GET', { accept: 'image/avif,image/webp,*/*;q=0.8' }, true],
  ['GET', { accept: '*/*' }, true],
  ['POST', {}, false],
] as const)('%s /logout with %j leaves the session: %s', async (method, headers, staysSignedIn) => {
  const cookie = await signIn();
  await server.app.inject({ method, url: '/logout', headers: { cookie, ...headers } });
  const user = await server.app.inject({ url: '/api/user', headers: { cookie } });
  expect(user.statusCode).toBe(staysSignedIn ? 200 : 401);
});
