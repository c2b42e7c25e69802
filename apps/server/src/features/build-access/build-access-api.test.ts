import type { AuditEvent, BuildAccess } from '@millrace/contract/api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import type { Repo } from '../../domain/repo.ts';
import { newRepo } from '../../repositories/new-repo.ts';

let server: TestServer;
let root: { token: string };
let ada: { id: number; token: string };
let bob: { id: number; token: string };
let parent: Repo;
let library: Repo;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.addUser('root', { admin: true });
  ada = await server.addUser('ada');
  bob = await server.addUser('bob');
  parent = await pushSampleRepo(server, 'ada', 'parent');
  library = await pushSampleRepo(server, 'bob', 'library');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.core.db.deleteFrom('build_access').execute();
  await server.core.repos.revoke(parent.id, 'bob');
  await server.core.repos.revoke(library.id, 'ada');
});

const access = '/api/repos/ada/parent/build-access';
const readers = '/api/repos/bob/library/build-readers';

async function call(user: { token: string }, method: 'GET' | 'PUT' | 'DELETE', url: string) {
  const headers = bearer(user);
  const { statusCode, body } = await server.app.inject({ method, url, headers });
  return { status: statusCode, body: body ? JSON.parse(body) : undefined };
}
const slugsOf = async (url: string) => {
  const { body } = await call(root, 'GET', url);
  return (body as BuildAccess[]).map(({ slug }) => slug);
};
const grant = (user: { id: number }, repo: Repo, role: 'read' | 'write' | 'admin') =>
  server.core.repos.grant(user.id, repo.id, role);
const add = () => call(root, 'PUT', `${access}/bob/library`);

it.each([
  ['no role', undefined, 400, 'There is no repository bob/library'],
  ['read', 'read', 403, 'You need admin permission for bob/library too'],
  ['write', 'write', 403, 'You need admin permission for bob/library too'],
  ['admin', 'admin', 200, undefined],
] as const)(
  'lets an admin of the reading repository with %s in the other one add it',
  async (_, role, status, message) => {
    if (role) await grant(ada, library, role);
    const answer = await call(ada, 'PUT', `${access}/bob/library`);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect(await slugsOf(access)).toEqual(status === 200 ? ['bob/library'] : []);
  },
);

it.each([
  ['no role', undefined, 404],
  ['read', 'read', 403],
  ['write', 'write', 403],
  ['admin', 'admin', 200],
] as const)(
  'lets an admin of the other repository with %s in the reading one add it',
  async (_, role, status) => {
    if (role) await grant(bob, parent, role);
    expect((await call(bob, 'PUT', `${access}/bob/library`)).status).toBe(status);
  },
);

it('shows an entry on both sides, with the person who added it', async () => {
  expect((await add()).body).toMatchObject({ slug: 'bob/library', added_by: 'root' });
  expect((await call(ada, 'GET', access)).body).toMatchObject([
    { slug: 'bob/library', added_by: 'root', created: expect.any(Number) },
  ]);
  expect((await call(bob, 'GET', readers)).body).toMatchObject([
    { slug: 'ada/parent', added_by: 'root', created: expect.any(Number) },
  ]);
  expect((await call(bob, 'GET', access)).status).toBe(404);
  expect((await call(ada, 'GET', readers)).status).toBe(404);
});

it('keeps the first entry if it is added again', async () => {
  await add();
  await grant(ada, library, 'admin');
  expect((await call(ada, 'PUT', `${access}/BOB/Library`)).body).toMatchObject({
    slug: 'bob/library',
    added_by: 'root',
  });
  expect(await slugsOf(access)).toEqual(['bob/library']);
});

it('is removed by an admin of either side, without a role in the other one', async () => {
  await add();
  expect((await call(ada, 'DELETE', `${access}/bob/library`)).status).toBe(204);
  expect(await slugsOf(readers)).toEqual([]);
  await add();
  expect((await call(bob, 'DELETE', `${readers}/ada/parent`)).status).toBe(204);
  expect(await slugsOf(access)).toEqual([]);
  expect((await call(ada, 'DELETE', `${access}/bob/library`)).status).toBe(404);
  expect((await call(bob, 'DELETE', `${readers}/ada/parent`)).status).toBe(404);
  expect((await call(ada, 'DELETE', `${access}/bob/missing`)).status).toBe(404);
});

it('is not removed by members without the role admin', async () => {
  await add();
  await grant(bob, parent, 'write');
  await grant(ada, library, 'write');
  expect((await call(bob, 'DELETE', `${access}/bob/library`)).status).toBe(403);
  expect((await call(ada, 'DELETE', `${readers}/ada/parent`)).status).toBe(403);
  expect(await slugsOf(access)).toEqual(['bob/library']);
});

it.each([
  ['itself', 'ada/parent', 'Builds may always read their own repository'],
  ['a missing repository', 'ada/nothing', 'There is no repository ada/nothing'],
  ['a name without a namespace', 'nothing', 'There is no repository nothing'],
  ['a repository of a forge', 'octo/hello', 'There is no repository octo/hello'],
])('rejects %s', async (_, slug, message) => {
  const made = { uid: '7', namespace: 'octo', name: 'hello', ownerId: ada.id, active: true };
  if (!(await server.core.repos.findBySlug('octo/hello'))) {
    await server.core.repos.insert(newRepo({ ...made, forge: 'gitea' }, 1));
  }
  expect(await call(root, 'PUT', `${access}/${slug}`)).toEqual({
    status: 400,
    body: { message, code: 'invalid_input' },
  });
  expect(await call(root, 'PUT', '/api/repos/octo/hello/build-access/ada/parent')).toEqual({
    status: 400,
    body: {
      message: 'The forge of this repository decides what its builds may read',
      code: 'invalid_input',
    },
  });
});

it('ends with either repository, and survives a new name', async () => {
  const { repos, db } = server.core;
  const other = await pushSampleRepo(server, 'ada', 'other');
  await call(root, 'PUT', `${access}/ada/other`);
  await call(root, 'PUT', '/api/repos/ada/other/build-access/bob/library');
  await db
    .updateTable('repos')
    .set({ name: 'renamed', slug: 'ada/renamed' })
    .where('id', '=', other.id)
    .execute();
  expect(await slugsOf(access)).toEqual(['ada/renamed']);
  expect(await slugsOf(readers)).toEqual(['ada/renamed']);
  await db.deleteFrom('repos').where('id', '=', other.id).execute();
  await pushSampleRepo(server, 'ada', 'renamed');
  expect(await repos.findBySlug('ada/renamed')).toBeDefined();
  expect(await slugsOf(access)).toEqual([]);
  expect(await slugsOf(readers)).toEqual([]);
});

async function insertRepos(count: number): Promise<number[]> {
  const { db } = server.core;
  const all = db.selectFrom('repos').selectAll();
  const { id: _, ...row } = await all.where('id', '=', parent.id).executeTakeFirstOrThrow();
  const values = Array.from({ length: count }, (_each, at) => {
    return { ...row, uid: `many-${at}`, name: `r${at}`, slug: `many/r${at}`, namespace: 'many' };
  });
  const rows = await db.insertInto('repos').values(values).returning('id').execute();
  return rows.map(({ id }) => id);
}

it('has a maximum on both sides', async () => {
  const { db } = server.core;
  const many = await insertRepos(1000);
  const fact = { added_by: 'root', created: 1 };
  const targets = many.slice(0, 100).map((id) => ({ repo_id: parent.id, target_id: id, ...fact }));
  await db.insertInto('build_access').values(targets).execute();
  expect(await add()).toEqual({
    status: 400,
    body: { message: 'Builds of a repository may read 100 others at most', code: 'limit_reached' },
  });
  await db.deleteFrom('build_access').execute();
  const rows = many.map((id) => ({ repo_id: id, target_id: library.id, ...fact }));
  await db.insertInto('build_access').values(rows).execute();
  expect(await add()).toEqual({
    status: 400,
    body: {
      message: 'Builds of 1000 repositories may read bob/library, which is the maximum',
      code: 'limit_reached',
    },
  });
});

it('records changes in the audit log of both repositories', async () => {
  await add();
  await call(ada, 'DELETE', `${access}/bob/library`);
  await add();
  await call(bob, 'DELETE', `${readers}/ada/parent`);
  const listEvents = async (slug: string) => {
    const { body } = await call(root, 'GET', `/api/repos/${slug}/audit?per_page=4`);
    return (body as AuditEvent[]).map(({ action, actor, target }) => [action, actor, target]);
  };
  expect(await listEvents('ada/parent')).toEqual([
    ['build_access.remove', 'bob', 'bob/library'],
    ['build_access.add', 'root', 'bob/library'],
    ['build_access.remove', 'ada', 'bob/library'],
    ['build_access.add', 'root', 'bob/library'],
  ]);
  expect(await listEvents('bob/library')).toEqual([
    ['build_access.revoke', 'bob', 'ada/parent'],
    ['build_access.grant', 'root', 'ada/parent'],
    ['build_access.revoke', 'ada', 'ada/parent'],
    ['build_access.grant', 'root', 'ada/parent'],
  ]);
});
