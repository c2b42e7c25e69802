import type { BuildCounts, Repo as RepoJson } from '@millrace/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBuild } from '../../../testing/make-build.ts';
import { bearer, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { newRepo } from '../../repositories/new-repo.ts';

let server: TestServer;
const users: Record<string, { id: number; token: string } | null> = { guest: null };

/** A member reads one repository of each visibility by permission; nobody was granted the others. */
beforeAll(async () => {
  server = await startTestServer();
  for (const login of ['org', 'member', 'stranger']) users[login] = await server.addUser(login);
  users.root = await server.addUser('root', { admin: true });
  const add = async (name: string, settings: object) => {
    const facts = { uid: name, namespace: 'org', name, ownerId: 1, forge: 'builtin' };
    const made = newRepo({ ...facts, active: true }, 1);
    const repo = await server.core.repos.insert({ ...made, ...settings });
    await makeBuild(server.core, repo.id, { message: `Say ${name}` });
    return repo;
  };
  for (const visibility of ['private', 'internal', 'public'] as const) {
    await add(`their-${visibility}`, { visibility });
    const own = await add(`own-${visibility}`, { visibility });
    await server.core.repos.grant(users.member?.id ?? 0, own.id, 'read');
  }
  await add('idle', { visibility: 'internal', active: false });
});
afterAll(() => server.stop());

const call = (login: string, url: string) => {
  const user = users[login];
  return server.app.inject({ url: `/api/user${url}`, headers: user ? bearer(user) : {} });
};
const names = async (login: string, url: string) =>
  (await call(login, url))
    .json<RepoJson[]>()
    .map(({ name }) => name)
    .sort();

const own = ['own-internal', 'own-private', 'own-public'];
const theirs = ['their-internal', 'their-public'];
const shared = ['own-internal', 'own-public', ...theirs];

describe('repositories that each account may read', () => {
  it.each([
    ['member', '/repos', own],
    ['stranger', '/repos', []],
    ['member', '/repos/visible', theirs],
    ['stranger', '/repos/visible', shared],
    ['root', '/repos/visible', shared],
    ['member', '/repos/visible?q=INTERNAL', ['their-internal']],
    ['member', '/repos/visible?q=or/their-p', ['their-public']],
    ['member', '/repos/visible?q=their/org', []],
    ['member', '/repos/visible?per_page=1&page=2', ['their-public']],
    ['member', '/builds/recent', own],
    ['member', '/builds/feed', own],
    ['member', '/builds/feed?visible=true', [...own, ...theirs]],
    ['stranger', '/builds/feed', []],
    ['stranger', '/builds/feed?visible=true', shared],
    ['stranger', '/builds/feed?visible=true&q=internal', ['own-internal', 'their-internal']],
    ['stranger', '/builds/feed?visible=true&repo=org/their-internal', ['their-internal']],
    ['stranger', '/builds/feed?visible=true&repo=org/their-private', []],
  ])('%s, %s', async (login, url, expected) => {
    expect(await names(login, url)).toEqual(expected);
  });

  it('are listed with their latest builds', async () => {
    const [first] = (await call('member', '/repos/visible')).json<RepoJson[]>();
    expect(first).toMatchObject({ visibility: 'internal', build: { number: 1 } });
    expect(first?.permissions).toBeUndefined();
  });

  it('are counted', async () => {
    const counts = async (query: string) =>
      (await call('member', `/builds/feed/counts${query}`)).json<BuildCounts>();
    expect((await counts('')).total).toBe(3);
    expect((await counts('?visible=true')).total).toBe(5);
  });

  it.each(['/repos/visible', '/builds/feed?visible=true', '/builds/feed/counts?visible=true'])(
    'are not shown to guests: %s',
    async (url) => {
      expect((await call('guest', url)).statusCode).toBe(401);
    },
  );
});
