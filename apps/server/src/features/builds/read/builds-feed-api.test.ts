import type { BuildCounts, Repo as RepoJson } from '@millrace/contract/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBuild } from '../../../../testing/make-build.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

let server: TestServer;
const users: Record<string, { id: number; token: string }> = {};

/** Ada reads one and two, Bob only two, Eve none; root may see all, and has only three in its list. */
beforeAll(async () => {
  server = await startTestServer();
  for (const login of ['ada', 'bob', 'eve']) users[login] = await server.addUser(login);
  users.root = await server.addUser('root', { admin: true });
  for (const [owner, name] of [
    ['ada', 'one'],
    ['ada', 'two'],
    ['root', 'three'],
  ] as const) {
    const repo = await pushSampleRepo(server, owner, name);
    if (name === 'two') await server.core.repos.grant(users.bob?.id ?? 0, repo.id, 'read');
    await makeBuild(server.core, repo.id, { status: 'failure', message: `Break ${name}` });
  }
  const one = await server.core.repos.findBySlug('ada/one');
  await makeBuild(server.core, one?.id ?? 0, { message: 'Repair one', target: 'dev' });
});
afterAll(() => server.stop());

const call = (login: string | null, path: string) => {
  const user = login && users[login];
  return server.app.inject({
    url: `/api/user/builds/feed${path}`,
    headers: user ? bearer(user) : {},
  });
};
const list = async (login: string, query = ''): Promise<string[]> =>
  (await call(login, query))
    .json<RepoJson[]>()
    .map(({ name, build }) => `${name} ${build?.number}`);

it.each([
  ['ada', '', ['one 3', 'two 2', 'two 1', 'one 2', 'one 1']],
  ['ada', '?page=2&per_page=2', ['two 1', 'one 2']],
  ['ada', '?repo=ada/one', ['one 3', 'one 2', 'one 1']],
  ['ada', '?status=failure', ['two 2', 'one 2']],
  ['ada', '?q=break', ['two 2', 'one 2']],
  ['ada', '?repo=ada/two&q=repair', []],
  ['ada', '?repo=root/three', []],
  ['ada', '?repo=nobody/nothing', []],
  ['bob', '', ['two 2', 'two 1']],
  ['bob', '?q=repair', []],
  ['eve', '', []],
  ['root', '', ['three 2', 'three 1']],
])('%s finds in its repositories: %s', async (login, query, found) => {
  expect(await list(login, query)).toEqual(found);
});

it('counts them, by repository too', async () => {
  const counts = async (login: string, query = ''): Promise<BuildCounts> =>
    (await call(login, `/counts${query}`)).json();
  expect((await counts('ada')).by.repo).toEqual([
    { value: 'ada/one', count: 3 },
    { value: 'ada/two', count: 2 },
  ]);
  const { total, by } = await counts('ada', '?repo=ada/one&status=failure');
  expect(total).toBe(1);
  expect(by.repo).toEqual([
    { value: 'ada/one', count: 1 },
    { value: 'ada/two', count: 1 },
  ]);
  expect(by.status).toEqual([
    ...['failure', 'pending', 'success'].map((value) => ({ value, count: 1 })),
  ]);
  expect(await counts('eve')).toMatchObject({ total: 0, by: { repo: [] } });
});

it('hides builds from accounts that lost access', async () => {
  const two = await server.core.repos.findBySlug('ada/two');
  await server.core.repos.revoke(two?.id ?? 0, 'bob');
  expect(await list('bob')).toEqual([]);
  expect((await call('bob', '/counts')).json().total).toBe(0);
});

it('finds the builds of an account that has few of all builds', async () => {
  const many = await pushSampleRepo(server, 'root', 'many');
  for (let at = 0; at < 60; at++) await makeBuild(server.core, many.id);
  const few = await server.addUser('few');
  const own = await pushSampleRepo(server, 'few', 'own');
  await makeBuild(server.core, own.id, { message: 'Own' });
  users.few = few;
  expect(await list('few')).toEqual(['own 2', 'own 1']);
  expect(await list('few', '?q=own')).toEqual(['own 2']);
});

it('asks guests to sign in, and rejects invalid filters', async () => {
  for (const path of ['', '/counts']) {
    expect((await call(null, path)).statusCode).toBe(401);
    const refused = await call('ada', `${path}?after=never`);
    expect([refused.statusCode, Object.keys(refused.json())]).toEqual([400, ['message', 'code']]);
  }
});
