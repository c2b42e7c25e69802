import { expect, it } from 'vitest';
import { serverOfFile } from '../testing/server-of-file.ts';
import {
  bearer,
  createWorkTree,
  password,
  pushSampleRepo,
  samplePipeline,
} from '../testing/test-server.ts';

const server = await serverOfFile();
const root = await server.addUser('root', { admin: true });
const ada = await server.addUser('ada');
await server.addUser('bob');
await pushSampleRepo(server, 'ada', 'project');

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, user = ada, payload?: object) =>
  server.app.inject({ method, url, headers: bearer(user), ...(payload ? { payload } : {}) });

async function signInAs(login: string): Promise<string | undefined> {
  const { headers } = await server.app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: login, password }).toString(),
  });
  const cookie = String(headers['set-cookie'] ?? '').split(';')[0] ?? '';
  const user = await server.app.inject({ url: '/api/user', headers: { cookie } });
  return user.json().login;
}

it('refuses an account whose login differs only in case', async () => {
  for (const machine of [true, false]) {
    const added = await call('POST', '/api/users', root, { login: 'ROOT', machine });
    expect([added.statusCode, added.json()]).toEqual([
      400,
      { message: 'The login ROOT is taken', code: 'already_exists' },
    ]);
  }
  const logins = ['Cleo', 'cleo', 'CLEO'];
  const added = await Promise.all(
    logins.map((login) => call('POST', '/api/users', root, { login, machine: true })),
  );
  expect(added.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
});

it('signs in, and finds accounts and repositories', async () => {
  expect(await signInAs('ADA')).toBe('ada');
  expect((await call('GET', '/api/users/ADA', root)).json().login).toBe('ada');
  expect((await call('GET', '/api/repos/Ada/PROJECT')).json().slug).toBe('ada/project');
  expect((await call('GET', '/api/repos/Ada/PROJECT/builds/1')).json().number).toBe(1);
});

it('grants and revokes roles', async () => {
  const members = '/api/repos/ADA/Project/collaborators';
  const set = await call('PUT', `${members}/BOB`, ada, { role: 'write' });
  expect(set.json().login).toBe('bob');
  expect((await call('GET', `${members}/Bob`)).json()).toMatchObject({ login: 'bob', write: true });
  expect((await call('DELETE', `${members}/ADA`)).json().message).toContain('owns the namespace');
  expect((await call('DELETE', `${members}/bOB`)).statusCode).toBe(204);
});

it('stores data of a namespace under its own name', async () => {
  const secret = { name: 'key', data: 'value' };
  expect((await call('POST', '/api/secrets/ADA', ada, secret)).statusCode).toBe(200);
  expect((await call('GET', '/api/secrets/ada')).json()).toMatchObject([{ namespace: 'ada' }]);
});

it('pushes to the repository that exists, and into the own namespace', async () => {
  const work = await createWorkTree(server, 'ada', 'ADA/Project');
  await work.git('pull', '--quiet', 'origin', 'main');
  await work.commit({ a: '1' }, 'Second');
  expect((await work.git('push', 'origin', 'main')).exitCode).toBe(0);
  const fresh = await createWorkTree(server, 'ada', 'ADA/New');
  await fresh.commit({ '.drone.yml': samplePipeline });
  expect((await fresh.git('push', 'origin', 'main')).exitCode).toBe(0);
  const repos = (await call('GET', '/api/user/repos')).json();
  expect(repos.map(({ slug }: { slug: string }) => slug).sort()).toEqual([
    'ada/New',
    'ada/project',
  ]);
  expect((await call('GET', '/api/repos/ada/project/builds')).json()).toHaveLength(2);
});

it('keeps accounts apart that differ only in case', async () => {
  const { db, users } = server.core;
  await server.addUser('eve');
  const rows = await db.selectFrom('users').selectAll().where('login', '=', 'eve').execute();
  for (const { id: _, ...row } of rows) {
    const twin = { ...row, login: 'EVE', token_hash: 'another' };
    await db.insertInto('users').values(twin).execute();
  }
  expect(await signInAs('eve')).toBe('eve');
  expect(await signInAs('EVE')).toBe('EVE');
  expect(await signInAs('Eve')).toBeUndefined();
  expect(await users.findByLogin('Eve')).toBeUndefined();
  await pushSampleRepo(server, 'eve', 'project');
  const work = await createWorkTree(server, 'EVE', 'EVE/project');
  await work.commit({ '.drone.yml': samplePipeline });
  expect((await work.git('push', 'origin', 'main')).exitCode).toBe(0);
  for (const slug of ['eve/project', 'EVE/project']) {
    expect((await server.core.repos.findBySlug(slug))?.slug).toBe(slug);
  }
  expect((await call('POST', '/api/users', root, { login: 'eVe' })).statusCode).toBe(400);
});
