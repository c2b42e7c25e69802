import { describe, expect, it, vi } from 'vitest';
import { repoSyncOf } from '../../../testing/repo-sync-of.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer } from '../../../testing/test-server.ts';
import type { ForgeRepo } from '../../forges/forge.ts';

const server = await serverOfFile();
const root = await server.addUser('root', { admin: true });
const ada = await server.addUser('ada');

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, url: string, body?: object, user: { token: string } = root) =>
  server.app.inject({ method, url, headers: bearer(user), ...(body ? { payload: body } : {}) });

async function findAda() {
  const user = await server.core.userStore.findByLogin('ada');
  if (!user) throw new Error('The account is gone');
  return user;
}

const forgeRepo = (name: string): ForgeRepo => ({
  uid: name,
  namespace: 'ada',
  name,
  defaultBranch: 'main',
  isPrivate: false,
  permissions: { read: true, write: true, admin: true },
});

describe('user management', () => {
  it('creates people with a password, and machine users with a token', async () => {
    const person = (await call('POST', '/api/users', { login: ' bob ', email: 'bob@a.b' })).json();
    expect(person).toMatchObject({ login: 'bob', email: 'bob@a.b', admin: false, machine: false });
    expect(await server.core.users.checkPassword('bob', person.password, '127.0.0.1')).toBeTruthy();
    expect(person.token).toBeUndefined();
    const machine = (await call('POST', '/api/users', { login: 'bot', machine: true })).json();
    const whoAmI = await call('GET', '/api/user', undefined, { token: machine.token });
    expect(whoAmI.json().login).toBe('bot');
  });

  it('creates a machine user with a given token', async () => {
    const token = '55f24eb3d61ef6ac5e83d550178638dc';
    const added = await call('POST', '/api/users', { login: 'chosen', machine: true, token });
    expect(added.json().token).toBe(token);
    expect((await call('GET', '/api/user', undefined, { token })).json().login).toBe('chosen');
    const none = { login: 'unchosen', machine: true, token: '' };
    expect((await call('POST', '/api/users', none)).json().token).toMatch(/^[\w-]{32}$/);
  });

  it.each([
    [{ login: 'twin', machine: true, token: '55f24eb3d61ef6ac5e83d550178638dc' }, /belongs to/],
    [{ login: 'short', machine: true, token: 'abc' }, /^Invalid token/],
    [{ login: 'spaced', machine: true, token: 'two words' }, /^Invalid token/],
    [{ login: 'ada' }, 'The login ada is taken'],
    [{ login: 'a b' }, /^Invalid login/],
    [{ login: 'Healthz' }, 'Invalid login: "Healthz" is an address of this server'],
    [{ login: '' }, /^Invalid login/],
    [{}, /^Invalid body/],
  ])('rejects %o', async (body, message) => {
    const answer = await call('POST', '/api/users', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toMatch(message);
  });

  it('changes roles and access, but no account locks itself out', async () => {
    await call('POST', '/api/users', { login: 'carl' });
    expect((await call('PATCH', '/api/users/carl', { admin: true })).json().admin).toBe(true);
    expect((await call('PATCH', '/api/users/carl', { active: false })).json().active).toBe(false);
    const self = await call('PATCH', '/api/users/root', { admin: false });
    expect([self.statusCode, self.json().message]).toEqual([
      400,
      'You cannot remove your own admin role or access',
    ]);
    expect((await call('DELETE', '/api/users/root')).statusCode).toBe(400);
    expect((await call('DELETE', '/api/users/carl')).statusCode).toBe(204);
    expect((await call('GET', '/api/users/carl')).statusCode).toBe(404);
  });

  it('does not change flags that are null', async () => {
    await call('POST', '/api/users', { login: 'dora' });
    const promoted = await call('PATCH', '/api/users/dora', { admin: true, active: null });
    expect(promoted.json()).toMatchObject({ admin: true, active: true });
    const blocked = await call('PATCH', '/api/users/dora', { admin: null, active: false });
    expect(blocked.json()).toMatchObject({ admin: true, active: false });
  });

  it('requires a system admin', async () => {
    expect((await call('GET', '/api/users', undefined, ada)).statusCode).toBe(403);
    expect((await call('GET', '/api/users')).json().length).toBeGreaterThan(1);
  });
});

describe('the signed-in account', () => {
  it('completes the registration', async () => {
    const answer = await call('PATCH', '/api/user', { name: 'Ada', email: ' ada@b.c ' }, ada);
    expect(answer.json()).toMatchObject({ login: 'ada', email: 'ada@b.c' });
    expect((await call('PATCH', '/api/user', { email: 'nonsense' }, ada)).statusCode).toBe(400);
    const unchanged = await call('PATCH', '/api/user', { name: null, email: null }, ada);
    expect(unchanged.json().email).toBe('ada@b.c');
  });

  it('starts a sync, and clears the flag if the forge fails', async () => {
    expect((await call('POST', '/api/user/repos', undefined, ada)).json()).toEqual([]);
    expect((await call('POST', '/api/user/repos?async=true', undefined, ada)).statusCode).toBe(204);
    const { forge } = server.core;
    const repoSync = repoSyncOf(server);
    const asking = vi.spyOn(forge, 'listRepos').mockRejectedValue(new Error('The forge is down'));
    await expect(repoSync.start(await findAda())).rejects.toThrow('The forge is down');
    asking.mockRestore();
    expect((await call('GET', '/api/user', undefined, ada)).json().syncing).toBe(false);
  });

  it('does not join a sync that has already called the forge', async () => {
    const { forge } = server.core;
    const repoSync = repoSyncOf(server);
    const user = await findAda();
    const answers: PromiseWithResolvers<ForgeRepo[]>[] = [];
    const asking = vi.spyOn(forge, 'listRepos').mockImplementation(() => {
      const answer = Promise.withResolvers<ForgeRepo[]>();
      answers.push(answer);
      return answer.promise;
    });
    const first = repoSync.start(user);
    await expect.poll(() => answers.length).toBe(1);
    const second = repoSync.start(user);
    expect(repoSync.start(user)).toBe(second);
    answers[0]?.resolve([forgeRepo('old')]);
    await first;
    await expect.poll(() => answers.length).toBe(2);
    expect((await call('GET', '/api/user', undefined, ada)).json().syncing).toBe(true);
    answers[1]?.resolve([forgeRepo('old'), forgeRepo('new')]);
    await second;
    expect(asking).toHaveBeenCalledTimes(2);
    asking.mockRestore();
    expect((await call('GET', '/api/user', undefined, ada)).json().syncing).toBe(false);
  });
});
