import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { PipelineKeys } from '../secrets/pipeline-keys.ts';

let server: TestServer;
let root: { token: string };
beforeEach(async () => {
  server = await startTestServer({ jobs: ['replacedNames'] });
  root = await server.addUser('root', { admin: true });
  await server.addUser('ada');
});
afterEach(() => server.stop());

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) {
  const headers = bearer(root);
  const answer = await server.app.inject({
    method,
    url,
    headers,
    ...(body ? { payload: body } : {}),
  });
  return { status: answer.statusCode, body: answer.body ? answer.json() : undefined };
}

const nothing = { repos: [], builds: 0, crons: [], secrets: [], registries: [], templates: [] };
const holdingsOf = async (login: string) =>
  (await call('GET', `/api/users/${login}/holdings`)).body;
const folders = (login: string) =>
  readdir(join(server.core.dirs.repositories, login)).catch(() => []);

/** A repository with a build and a cron job, one that the server forgot, a secret and a template. */
async function fill(login: string) {
  const repo = await pushSampleRepo(server, login);
  await call('POST', `/api/repos/${login}/project/cron`, {
    name: 'nightly',
    expr: '@daily',
    branch: 'main',
  });
  await pushSampleRepo(server, login, 'forgotten');
  await call('DELETE', `/api/repos/${login}/forgotten?remove=true`);
  await call('POST', `/api/secrets/${login}`, { name: 'token', data: 'hush' });
  const registry = { address: 'ghcr.io', username: 'ci', password: 'hush' };
  await call('POST', `/api/registries/${login}`, registry);
  const template = { name: 'plugin.yaml', data: 'kind: pipeline' };
  await call('POST', `/api/templates/${login}`, template);
  return repo;
}

const holdings = {
  repos: ['forgotten', 'project'],
  builds: 1,
  crons: ['project: nightly'],
  secrets: ['token'],
  registries: ['ghcr.io'],
  templates: ['plugin.yaml'],
};

describe('deleting an account', () => {
  it('lists the contents, and is rejected without a decision about them', async () => {
    await fill('ada');
    expect(await holdingsOf('ada')).toEqual(holdings);
    expect((await call('GET', '/api/users/nobody/holdings')).status).toBe(404);
    expect(await call('DELETE', '/api/users/ada')).toEqual({
      status: 409,
      body: {
        code: 'conflict',
        message:
          'ada holds repositories forgotten, project; cron jobs project: nightly; secrets token; registry credentials ghcr.io; ' +
          'templates plugin.yaml. Delete them with the account (contents=delete), or transfer ' +
          'them to another account (successor=LOGIN)',
      },
    });
    expect((await call('GET', '/api/users/ada')).status).toBe(200);
    expect(await holdingsOf('ada')).toEqual(holdings);
  });

  it('deletes the contents, and a new account with the same name gets nothing', async () => {
    const old = await fill('ada');
    const { forge, keys } = server.core;
    const pipelineKeys = new PipelineKeys(keys.pipelineSealer);
    const credentials = await forge.cloneCredentials(old, { id: 1, lifeSec: 600 });
    expect((await call('DELETE', '/api/users/ada?contents=delete')).status).toBe(204);
    expect((await call('GET', '/api/repos/ada/project')).status).toBe(404);
    expect(await folders('ada')).toEqual([]);
    expect(await readdir(server.core.dirs.removed)).toEqual([]);

    await server.addUser('ada');
    expect(await holdingsOf('ada')).toEqual(nothing);
    const work = await createWorkTree(server, 'ada', 'ada/project');
    expect((await work.git('ls-remote', 'origin')).exitCode).not.toBe(0);
    await work.commit({ 'README.md': 'another' });
    await work.git('push', 'origin', 'main:other');
    expect((await work.git('ls-remote', 'origin')).stdout).not.toContain('refs/heads/main');
    expect(await holdingsOf('ada')).toEqual({ ...nothing, repos: ['project'] });

    // Neither a build password nor a secret encrypted for the old repository works for the new one.
    const renewed = await server.core.repos.findBySlug('ada/project');
    if (!renewed) throw new Error('The push made no repository');
    const url = server.url.replace('://', `://${credentials?.login}:${credentials?.password}@`);
    expect((await work.git('ls-remote', `${url}/git/ada/project.git`)).exitCode).not.toBe(0);
    const encrypted = pipelineKeys.sealerOf(old).seal('hush');
    expect(() => pipelineKeys.sealerOf(renewed).open(encrypted)).toThrow();
  });

  it('transfers the contents to a successor, including builds and git history', async () => {
    await fill('ada');
    await server.addUser('bob');
    expect((await call('DELETE', '/api/users/ada?successor=bob')).status).toBe(204);
    expect(await holdingsOf('bob')).toEqual(holdings);
    expect(await folders('ada')).toEqual([]);
    const { body: repo } = await call('GET', '/api/repos/bob/project');
    const bob = (await call('GET', '/api/users/bob')).body;
    expect(repo).toMatchObject({ slug: 'bob/project', namespace: 'bob', user_id: bob.id });
    expect((await call('GET', '/api/repos/bob/project/builds')).body).toHaveLength(1);
    const work = await createWorkTree(server, 'bob', 'bob/project');
    expect((await work.git('pull', 'origin', 'main')).exitCode).toBe(0);
    await work.commit({ 'README.md': 'mine now' });
    expect((await work.git('push', 'origin', 'main')).exitCode).toBe(0);
    expect((await call('GET', '/api/repos/bob/project/builds')).body).toHaveLength(2);
    await server.addUser('ada');
    expect(await holdingsOf('ada')).toEqual(nothing);
  });

  it('replaces the names of the person in builds if asked to, and no others', async () => {
    await fill('ada');
    await server.addUser('bob');
    const { db } = server.core;
    const people = { author_login: 'ADA', author_name: 'Ada', author_email: 'x@example.com' };
    await db
      .updateTable('builds')
      .set({ ...people, trigger: 'ada', sender: 'bob' })
      .execute();
    await db.updateTable('stages').set({ decided_by: 'ada' }).execute();
    const { version } = await db.selectFrom('builds').select('version').executeTakeFirstOrThrow();
    expect((await call('DELETE', '/api/users/ada?successor=bob&names=replace')).status).toBe(204);
    const build = () => call('GET', '/api/repos/bob/project/builds/1');
    await expect.poll(async () => (await build()).body.stages[0].decided_by).toBe('(deleted)');
    expect((await build()).body).toMatchObject({
      author_login: '(deleted)',
      author_name: '(deleted)',
      author_email: '',
      author_avatar: '',
      trigger: '(deleted)',
      sender: 'bob',
    });
    expect((await build()).body.version).toBeGreaterThan(version);
    expect((await call('DELETE', '/api/users/bob?names=hide')).status).toBe(400);
  });

  it('rejects a successor with the same names, and changes nothing', async () => {
    await fill('ada');
    await server.addUser('bob');
    await fill('bob');
    await call('POST', '/api/secrets/bob', { name: 'other', data: 'hush' });
    expect(await call('DELETE', '/api/users/ada?successor=bob')).toEqual({
      status: 409,
      body: {
        code: 'conflict',
        message:
          'bob already has these names: repositories forgotten, project; secrets token; registry credentials ghcr.io; ' +
          'templates plugin.yaml',
      },
    });
    expect(await holdingsOf('ada')).toEqual(holdings);
    expect(await folders('ada')).toHaveLength(2);
  });

  it.each([
    ['successor=ada', /own successor/],
    ['successor=nobody', /no account nobody/],
    ['successor=root&contents=delete', /^Set contents/],
    ['contents=all', /^Invalid query/],
  ])('rejects %s', async (query, message) => {
    const answer = await call('DELETE', `/api/users/ada?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
  });

  it.each([
    ['contents=delete', 'ada'],
    ['successor=bob', 'bob'],
  ])('moves folders later if it failed: %s', async (query, now) => {
    await fill('ada');
    await server.addUser('bob');
    const { repositories, removed } = server.core.dirs;
    const obstacles = [join(repositories, 'bob'), removed];
    await rm(removed, { recursive: true });
    for (const path of obstacles) await symlink('nowhere', path);
    expect((await call('DELETE', `/api/users/ada?${query}`)).status).toBe(204);
    expect(await folders('ada')).toHaveLength(2);

    // Until then nothing is made that would find them.
    await server.addUser('ada');
    const work = await createWorkTree(server, 'ada', 'ada/project');
    await work.commit({ 'README.md': 'another' });
    expect((await work.git('push', 'origin', 'main')).exitCode).not.toBe(0);
    expect(await server.core.repos.findBySlug('ada/project')).toBeUndefined();

    for (const path of obstacles) await rm(path);
    await mkdir(removed);
    await server.features.prepare();
    expect(await folders('ada')).toEqual([]);
    expect((await folders('bob')).length).toBe(now === 'bob' ? 2 : 0);
    expect((await work.git('push', 'origin', 'main')).exitCode).toBe(0);
  });
});
