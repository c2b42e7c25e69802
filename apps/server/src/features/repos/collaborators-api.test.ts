import type { Collaborator } from '@millrace/contract/api';
import { describe, expect, it, vi } from 'vitest';
import { repoSyncOf } from '../../../testing/repo-sync-of.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';
import type { ForgeRepo } from '../../forges/forge.ts';
import { newRepo } from '../../repositories/new-repo.ts';
import { gitHostingPort } from '../git-hosting/port.ts';

const server = await serverOfFile();
const root = await server.addUser('root', { admin: true });
const ada = await server.addUser('ada');
const bob = await server.addUser('bob');
await pushSampleRepo(server, 'ada');

const members = '/api/repos/ada/project/collaborators';
const call = (method: 'GET' | 'PUT' | 'DELETE', url: string, user = ada, payload?: object) =>
  server.app.inject({ method, url, headers: bearer(user), ...(payload ? { payload } : {}) });
const grant = (login: string, role: string, user = ada) =>
  call('PUT', `${members}/${login}`, user, { role });
const list = async () => {
  const rows = (await call('GET', members)).json<Collaborator[]>();
  return rows.map(({ login, read, write, admin, source }) => [login, read, write, admin, source]);
};

describe('members of a repository of the built-in forge', () => {
  it('get a role, and another one later', async () => {
    expect((await call('GET', '/api/repos/ada/project', bob)).statusCode).toBe(404);
    expect((await grant('bob', 'read')).json()).toMatchObject({ login: 'bob', source: 'granted' });
    expect((await call('GET', '/api/repos/ada/project', bob)).json().permissions).toEqual({
      read: true,
      write: false,
      admin: false,
    });
    await grant('bob', 'write');
    expect(await list()).toEqual([
      ['ada', true, true, true, 'owner'],
      ['bob', true, true, false, 'granted'],
    ]);
    expect((await call('DELETE', `${members}/bob`)).statusCode).toBe(204);
    expect((await call('GET', '/api/repos/ada/project', bob)).statusCode).toBe(404);
  });

  it.each([
    ['bob', 'owner', /^Invalid body/],
    ['nobody', 'read', 'There is no account nobody'],
    ['ada', 'read', 'ada owns the namespace, so this role cannot be changed'],
  ])('cannot be %s as %s', async (login, role, message) => {
    const answer = await grant(login, role);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toMatch(message);
  });

  it('always include the owner', async () => {
    expect((await call('DELETE', `${members}/ada`, root)).statusCode).toBe(400);
    expect(await list()).toHaveLength(1);
  });

  it('include the owner of the namespace, whoever pushed first', async () => {
    const boss = await server.core.userStore.findByLogin('root');
    if (!boss) throw new Error('The account is gone');
    await server.ask(gitHostingPort).addHostedRepo(boss, 'bob', 'given');
    const url = '/api/repos/bob/given/collaborators';
    expect((await call('GET', url, bob)).statusCode).toBe(404);
    expect((await call('PUT', `${url}/bob`, root, { role: 'admin' })).statusCode).toBe(200);
    expect((await call('GET', url, bob)).statusCode).toBe(200);
  });

  it('are not restored by a sync that read the permissions before', async () => {
    const { forge, userStore } = server.core;
    const user = await userStore.findByLogin('bob');
    if (!user) throw new Error('The account is gone');
    await grant('bob', 'read');
    const before = await forge.listRepos(user);
    const answer = Promise.withResolvers<ForgeRepo[]>();
    const asking = vi.spyOn(forge, 'listRepos').mockReturnValue(answer.promise);
    const sync = repoSyncOf(server).start(user);
    await expect.poll(() => asking.mock.calls.length).toBe(1);
    await call('DELETE', `${members}/bob`);
    answer.resolve(before);
    await sync;
    asking.mockRestore();
    expect((await call('GET', '/api/repos/ada/project', bob)).statusCode).toBe(404);
  });

  it('are changed only by admins of the repository', async () => {
    await server.addUser('eve');
    expect((await grant('eve', 'read', bob)).statusCode).toBe(404);
    await grant('bob', 'write');
    expect((await grant('eve', 'read', bob)).statusCode).toBe(403);
    await grant('bob', 'admin');
    expect((await grant('eve', 'read', bob)).statusCode).toBe(200);
  });
});

it('lists the members that the forge reports for its repository', async () => {
  const { repos, userStore } = server.core;
  const owner = await userStore.findByLogin('ada');
  const made = { uid: '7', namespace: 'octo', name: 'hello', ownerId: owner?.id ?? 0 };
  const repo = await repos.insert(newRepo({ ...made, forge: 'gitea', active: true }, 1));
  await repos.grant(owner?.id ?? 0, repo.id, 'admin');
  const url = '/api/repos/octo/hello/collaborators';
  expect((await call('GET', url)).json()).toMatchObject([{ login: 'ada', source: 'forge' }]);
  const answer = await call('PUT', `${url}/bob`, ada, { role: 'read' });
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'Permissions in this repository are managed at its forge',
  ]);
});
