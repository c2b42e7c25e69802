import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, password } from '../../../testing/test-server.ts';
import { PasswordService } from './password-service.ts';

const server = await serverOfFile();
const root = await server.addUser('root', { admin: true });

const newPassword = 'another long password';

async function signIn(login: string, secret = password): Promise<string | undefined> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: login, password: secret }).toString(),
  });
  return answer.headers['set-cookie']?.toString().split(';')[0];
}

async function openSession(login: string): Promise<string> {
  const cookie = await signIn(login);
  if (!cookie) throw new Error(`${login} could not sign in`);
  return cookie;
}

const isSignedIn = async (cookie: string) =>
  (await server.app.inject({ url: '/api/user', headers: { cookie } })).statusCode === 200;

const change = (headers: Record<string, string>, current: string, wanted: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/user/password',
    headers,
    payload: { current, password: wanted },
  });
const fromPage = (cookie: string) => ({ cookie, 'sec-fetch-site': 'same-origin' });

const reset = (login: string, as = root) =>
  server.app.inject({
    method: 'POST',
    url: `/api/users/${login}/password/reset`,
    headers: bearer(as),
  });

describe('changing the own password', () => {
  it('ends other sessions, and keeps the current one and the token', async () => {
    const ada = await server.addUser('ada');
    const here = await openSession('ada');
    const elsewhere = await openSession('ada');
    expect((await change(fromPage(here), password, ` ${newPassword} `)).statusCode).toBe(204);
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect([await signIn('ada'), typeof (await signIn('ada', newPassword))]).toEqual([
      undefined,
      'string',
    ]);
    const byToken = await server.app.inject({ url: '/api/user', headers: bearer(ada) });
    expect(byToken.statusCode).toBe(200);
  });

  it('ends all sessions if a client uses a token', async () => {
    const bob = await server.addUser('bob');
    const cookie = await openSession('bob');
    expect((await change(bearer(bob), password, newPassword)).statusCode).toBe(204);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  it.each([
    ['a wrong current password', 'a guess', newPassword, 'The current password is wrong'],
    ['a short password', password, 'short', /^Invalid password: at least 8 characters/],
    ['blanks', password, ' '.repeat(20), /^Invalid password: at least 8 characters/],
  ])('rejects %s', async (_, current, wanted, message) => {
    const login = `carl-${wanted.length}-${current.length}`;
    const carl = await server.addUser(login);
    const cookie = await openSession(login);
    const answer = await change(bearer(carl), current, wanted);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toMatch(message);
    expect([await isSignedIn(cookie), typeof (await signIn(login))]).toEqual([true, 'string']);
  });

  it('counts guesses as attempts to sign in', async () => {
    const dora = await server.addUser('dora');
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess++) {
      statuses.push((await change(bearer(dora), `guess ${guess}`, newPassword)).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect(await signIn('dora')).toBeUndefined();
  });

  it('is not possible for machine users', async () => {
    const machine = await server.core.users.createAccount({
      login: 'bot',
      password: null,
      machine: true,
    });
    const token = server.core.users.readToken(machine);
    const answer = await change(bearer({ token }), password, newPassword);
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'bot does not sign in with a password',
    ]);
  });
});

describe('resetting a password', () => {
  it('returns a generated password once, and ends the sessions of the account', async () => {
    await server.addUser('eve');
    const cookie = await openSession('eve');
    const answer = await reset('eve');
    expect(answer.json()).toMatchObject({ login: 'eve' });
    expect(answer.json().password).toMatch(/^\w{5}(-\w{5}){3}$/);
    expect(await isSignedIn(cookie)).toBe(false);
    expect(await signIn('eve')).toBeUndefined();
    expect(await signIn('eve', answer.json().password)).toBeDefined();
  });

  it('is rejected for the own account', async () => {
    const answer = await reset('root');
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'Change your own password on your account page',
    ]);
  });

  it('requires a system admin', async () => {
    expect((await reset('root', await server.addUser('frank'))).statusCode).toBe(403);
  });
});

it('is rejected if users sign in at a forge', async () => {
  const { users, sessions, signInGuard } = server.core;
  const mayUsePassword = () => false;
  const passwords = new PasswordService({ users, sessions, signInGuard, mayUsePassword });
  const grace = await server.addUser('grace');
  const wanted = { current: password, password: newPassword };
  const caller = { address: '127.0.0.1', sessionId: undefined };
  const message = 'Sign-in with a password is switched off';
  await expect(passwords.change(grace, wanted, caller)).rejects.toThrow(message);
  await expect(passwords.reset(await server.addUser('heidi'), grace)).rejects.toThrow(message);
});
