import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, password } from '../../../testing/test-server.ts';

const server = await serverOfFile();
const token = (await server.addUser('ada')).token;

function signIn(fields: Record<string, string>) {
  return server.app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
}

function whoAmI(cookie: string) {
  return server.app.inject({ url: '/api/user', headers: { cookie } });
}

describe('sign-in with a password', () => {
  it('opens a session that ends on the server at logout', async () => {
    const answer = await signIn({ username: ' ada ', password: ` ${password} ` });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/');
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^_session_=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    const value = cookie.split(';')[0] ?? '';
    expect((await whoAmI(value)).json().login).toBe('ada');

    await server.app.inject({ url: '/logout', headers: { cookie: value } });
    expect((await whoAmI(value)).statusCode).toBe(401);
  });

  it.each([
    ['a wrong password', { username: 'ada', password: 'wrong' }, 'Invalid username or password'],
    ['an unknown login', { username: 'eve', password: 'wrong' }, 'Invalid username or password'],
    ['no password', { username: 'ada', password: ' ' }, 'Username and password are required'],
    ['no fields', {}, 'Username and password are required'],
  ])('rejects %s', async (_, fields, message) => {
    const answer = await signIn(fields as Record<string, string>);
    expect(answer.headers.location).toBe(`/login/error?message=${encodeURIComponent(message)}`);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['/ada/project/1?x=y#L3', '/ada/project/1?x=y#L3'],
    ['/ada/project?q=\\d+#x\\y', '/ada/project?q=\\d+#x\\y'],
    ['/ada\\..\\evil', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/..//evil.example/a', '/'],
    ['/%2e//evil.example', '/'],
    ['/ada/..//evil.example', '/'],
    ['/ada/../eve//app', '/eve//app'],
  ])('returns to %s through %s', async (wanted, expected) => {
    const answer = await signIn({ username: 'ada', password, return_to: wanted });
    expect(answer.headers.location).toBe(expected);
  });

  it('delays guesses, without locking out others', async () => {
    await server.addUser('dora');
    const guess = () => signIn({ username: 'dora', password: 'guess' });
    for (let failure = 0; failure < 10; failure++) await guess();
    const refused = await signIn({ username: 'dora', password });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers.refresh).toContain('/login/error?message=Too%20many%20attempts');
    expect((await signIn({ username: 'ada', password })).headers.location).toBe('/');
  });

  it('passes the requested page on to the form', async () => {
    const answer = await server.app.inject('/login?return_to=%2Fada%2Fapp');
    expect(answer.headers.location).toBe('/login/form?return_to=%2Fada%2Fapp');
    const foreign = await server.app.inject('/login?return_to=%2F%2Fevil.example');
    expect(foreign.headers.location).toBe('/login/form');
  });

  it('rejects an inactive account', async () => {
    const bob = await server.addUser('bob');
    await server.core.userStore.update(bob.id, { active: false });
    const answer = await signIn({ username: 'bob', password });
    expect(answer.headers.location).toContain('Account%20is%20not%20active');
    const call = await server.app.inject({ url: '/api/user', headers: bearer(bob) });
    expect(call.statusCode).toBe(403);
  });
});

describe('credentials of a call', () => {
  it('rejects guests, wrong tokens and calls from other sites', async () => {
    expect((await server.app.inject('/api/user')).json()).toEqual({
      message: 'Unauthorized',
      code: 'unauthorized',
    });
    const wrong = await server.app.inject({ url: '/api/user', headers: bearer({ token: 'x' }) });
    expect(wrong.statusCode).toBe(401);
    const answer = await signIn({ username: 'ada', password });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const crossSite = await server.app.inject({
      method: 'POST',
      url: '/api/user/token',
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
    });
    expect(crossSite.statusCode).toBe(403);
  });

  it('shows the personal token and replaces it on request', async () => {
    const call = (url: string, withToken: string) =>
      server.app.inject({ method: 'POST', url, headers: bearer({ token: withToken }) });
    expect((await call('/api/user/token', token)).json().token).toBe(token);
    const rotated = (await call('/api/user/token?rotate=true', token)).json().token;
    expect(rotated).not.toBe(token);
    expect((await call('/api/user/token', token)).statusCode).toBe(401);
    expect((await call('/api/user/token', rotated)).statusCode).toBe(200);
  });

  it('stores no readable password and token in the database', async () => {
    const carl = await server.addUser('carl');
    const row = JSON.stringify(await server.core.userStore.findByLogin('carl'));
    expect(row).not.toContain(password);
    expect(row).not.toContain(carl.token);
  });
});
