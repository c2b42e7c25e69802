import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildsOf as buildServicesOf } from '../../../testing/builds-of.ts';
import {
  createWorkTree,
  gitEnvironment,
  pushSampleRepo,
  samplePipeline,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.addUser('ada');
  await server.addUser('bob');
  await server.addUser('root', { admin: true });
});
afterAll(() => server.stop());

const buildsOf = async (slug: string) => {
  const repo = await server.core.repos.findBySlug(slug);
  return (
    await buildServicesOf(server).readModel.list(repo?.id ?? 0, { limit: 50, offset: 0 })
  ).read();
};

describe('pushes with a real git client', () => {
  it('creates the repository and starts a build for each branch and tag', async () => {
    const work = await createWorkTree(server, 'ada', 'ada/app');
    const sha = await work.commit({ '.drone.yml': samplePipeline }, 'Add pipeline\n\nIt greets.');
    await work.git('tag', 'v1');
    await work.git('branch', 'next');
    const push = await work.git('push', 'origin', 'main', 'next', 'v1');
    expect(push.exitCode).toBe(0);
    expect(push.stderr).toContain(`See the builds at ${server.url}/ada/app`);

    const builds = await buildsOf('ada/app');
    expect(builds.map(({ event, ref, target }) => ({ event, ref, target })).reverse()).toEqual([
      { event: 'push', ref: 'refs/heads/main', target: 'main' },
      { event: 'push', ref: 'refs/heads/next', target: 'next' },
      { event: 'tag', ref: 'refs/tags/v1', target: '' },
    ]);
    expect(builds[0]).toMatchObject({
      after: sha,
      title: 'Add pipeline',
      message: 'Add pipeline\n\nIt greets.',
      author_name: 'Ada',
      author_email: 'ada@example.com',
      sender: 'ada',
      trigger: '@hook',
    });
  });

  it('makes the first pushed branch the default', async () => {
    const work = await createWorkTree(server, 'ada', 'ada/trunk');
    await work.git('checkout', '-b', 'trunk');
    await work.commit({ '.drone.yml': samplePipeline });
    await work.git('push', 'origin', 'trunk');
    expect((await server.core.repos.findBySlug('ada/trunk'))?.defaultBranch).toBe('trunk');
  });

  it('starts no build for a deleted branch, a skipped commit or a commit without a pipeline file', async () => {
    await pushSampleRepo(server, 'ada', 'quiet');
    const work = await createWorkTree(server, 'ada', 'ada/quiet');
    await work.git('pull', '--quiet', 'origin', 'main');
    await work.commit({ a: '1' }, 'Docs [ci skip]');
    await work.git('push', 'origin', 'main');
    await work.git('rm', '--quiet', '.drone.yml');
    await work.commit({ a: '2' }, 'No pipeline');
    await work.git('push', 'origin', 'main:bare');
    await work.git('push', 'origin', '--delete', 'bare');
    expect(await buildsOf('ada/quiet')).toHaveLength(1);
  });

  it('allows admins to create repositories in any namespace, other accounts only in their own', async () => {
    const root = await createWorkTree(server, 'root', 'team/tool');
    await root.commit({ '.drone.yml': samplePipeline });
    expect((await root.git('push', 'origin', 'main')).exitCode).toBe(0);

    const bob = await createWorkTree(server, 'bob', 'team/other');
    await bob.commit({ a: '1' });
    const refused = await bob.git('push', 'origin', 'main');
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain('You may not create repositories in team');
  });

  it('rejects a push without permission, with a message', async () => {
    const repo = await pushSampleRepo(server, 'ada', 'shared');
    const bob = await server.core.userStore.findByLogin('bob');
    await server.core.repos.grant(bob?.id ?? 0, repo.id, 'read');
    const work = await createWorkTree(server, 'bob', 'ada/shared');
    await work.git('pull', '--quiet', 'origin', 'main');
    await work.commit({ a: '1' });
    const refused = await work.git('push', 'origin', 'main');
    expect(refused.stderr).toContain('You need write permission for ada/shared');
    expect(await buildsOf('ada/shared')).toHaveLength(1);

    await server.core.repos.grant(bob?.id ?? 0, repo.id, 'write');
    expect((await work.git('push', 'origin', 'main')).exitCode).toBe(0);
    expect((await buildsOf('ada/shared'))[0]?.sender).toBe('bob');
  });

  it.each([
    ['a wrong password', 'ada:wrong@', 'ada/app', /Authentication failed|could not read/],
    ['no credentials', '', 'ada/app', /could not read|terminal prompts disabled/],
    ['an unknown repository', 'bob:a%20long%20password@', 'ada/nothing', /not found|There is no/],
    ['a private repository of another account', 'bob:a%20long%20password@', 'ada/app', /not found/],
  ])('rejects a clone with %s', async (_, credentials, slug, expected) => {
    const url = server.url.replace('://', `://${credentials}`);
    const clone = await execa(
      'git',
      ['clone', `${url}/git/${slug}.git`, join(server.tempDir, 'x')],
      {
        reject: false,
        env: gitEnvironment(server),
      },
    );
    expect(clone.exitCode).not.toBe(0);
    expect(clone.stderr).toMatch(expected);
  });

  it('allows the clone credentials of a build to read only its own repository', async () => {
    const repo = await pushSampleRepo(server, 'ada', 'cloned');
    const { login, password } = await server.core.hosting.forge.cloneCredentials(repo, 60);
    const clone = (slug: string) => {
      const url = server.url.replace('://', `://${login}:${password}@`);
      return execa('git', ['ls-remote', `${url}/git/${slug}.git`], {
        reject: false,
        env: gitEnvironment(server),
      });
    };
    expect((await clone('ada/cloned')).stdout).toContain('refs/heads/main');
    expect((await clone('ada/app')).exitCode).not.toBe(0);
  });

  it('rejects names that would escape the data folder', async () => {
    const answer = await fetch(
      `${server.url}/git/root/..%2f..%2fetc.git/info/refs?service=git-receive-pack`,
      { headers: { authorization: `Basic ${btoa('root:a long password')}` } },
    );
    expect(answer.status).toBe(400);
  });
});

it('builds a push that arrived while the server was stopped', async () => {
  await pushSampleRepo(server, 'ada', 'late');
  const bare = server.core.hosting.files.pathOf('ada', 'late');
  const work = await createWorkTree(server, 'ada', 'ada/late');
  await work.git('pull', '--quiet', 'origin', 'main');
  await work.commit({ a: '1' }, 'Pushed at the last moment');
  // Pushes into the folder directly: git runs the hook, but the server does not notice.
  await work.git('-c', 'protocol.file.allow=always', 'push', bare, 'main');
  expect(await readdir(join(bare, 'millrace-pushes'))).toHaveLength(1);
  expect(await buildsOf('ada/late')).toHaveLength(1);

  await server.features.start();
  expect((await buildsOf('ada/late'))[0]?.title).toBe('Pushed at the last moment');
  expect(await readdir(join(bare, 'millrace-pushes'))).toHaveLength(0);
});

it('builds a push once if the server crashed before it deleted the push from the spool', async () => {
  await pushSampleRepo(server, 'ada', 'twice');
  const bare = server.core.hosting.files.pathOf('ada', 'twice');
  const work = await createWorkTree(server, 'ada', 'ada/twice');
  await work.git('pull', '--quiet', 'origin', 'main');
  await work.commit({ a: '1' }, 'Second');
  await work.git('-c', 'protocol.file.allow=always', 'push', bare, 'main', 'main:refs/heads/other');
  const spool = join(bare, 'millrace-pushes');
  const [name = ''] = await readdir(spool);
  const told = await readFile(join(spool, name));
  const listen = () => server.features.start();
  await listen();
  expect(await buildsOf('ada/twice')).toHaveLength(3);
  await writeFile(join(spool, name), told);
  await listen();
  expect(await readdir(spool)).toEqual([]);
  expect(await buildsOf('ada/twice')).toHaveLength(3);
});
