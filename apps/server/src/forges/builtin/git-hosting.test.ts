import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { skipIf } from '@millrace/test-support/skip-if';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { buildsOf as buildServicesOf } from '../../../testing/builds-of.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import {
  bearer,
  createWorkTree,
  gitEnvironment,
  pushSampleRepo,
  samplePipeline,
} from '../../../testing/test-server.ts';

const server = await serverOfFile();
await server.addUser('ada');
await server.addUser('bob');
await server.addUser('root', { admin: true });

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

  const lfs = spawnSync('git', ['lfs', 'version']).status === 0 ? '' : 'git-lfs is not installed';
  it('tells why files of Git LFS are not stored', skipIf(lfs), async () => {
    const work = await createWorkTree(server, 'ada', 'ada/large');
    await work.git('lfs', 'install', '--local');
    await work.git('lfs', 'track', '*.bin');
    await work.commit({ 'large.bin': 'large', '.drone.yml': samplePipeline }, 'Add a large file');
    const push = await work.git('push', 'origin', 'main');
    expect(push.exitCode).not.toBe(0);
    expect(push.stderr).toContain('The git hosting of Millrace does not store Git LFS objects');
  });

  it('answers the API of Git LFS with the reason', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/git/ada/app.git/info/lfs/objects/batch',
      headers: { 'content-type': 'application/vnd.git-lfs+json' },
      payload: JSON.stringify({ operation: 'upload', objects: [] }),
    });
    expect(answer.statusCode).toBe(501);
    expect(answer.headers['content-type']).toContain('application/vnd.git-lfs+json');
    expect(answer.json().message).toMatch(/does not store Git LFS objects/);
  });

  it('makes the first pushed branch the default', async () => {
    const work = await createWorkTree(server, 'ada', 'ada/trunk');
    await work.git('checkout', '-b', 'trunk');
    await work.commit({ '.drone.yml': samplePipeline });
    await work.git('push', 'origin', 'trunk');
    expect((await server.core.repos.findBySlug('ada/trunk'))?.defaultBranch).toBe('trunk');
  });

  it('changes the default branch, and keeps it from being deleted', async () => {
    const ada = bearer(await server.addUser('ida'));
    const work = await createWorkTree(server, 'ida', 'ida/moved');
    await work.commit({ '.drone.yml': samplePipeline });
    await work.git('push', 'origin', 'main', 'main:next');
    const change = (branch: string) =>
      server.app.inject({
        method: 'PATCH',
        url: '/api/repos/ida/moved',
        headers: ada,
        payload: { default_branch: branch },
      });
    const refused = await work.git('push', 'origin', ':main');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('main is the default branch, so it cannot be deleted.');
    expect(refused.stderr).toContain(`first: ${server.url}/ida/moved/settings`);

    for (const branch of ['nowhere', '--help', 'main~0', '']) {
      expect([branch, (await change(branch)).statusCode]).toEqual([branch, 400]);
    }
    expect((await change('nowhere')).json()).toEqual({
      message: 'There is no branch nowhere',
      code: 'invalid_input',
    });
    expect((await change('next')).json()).toMatchObject({ default_branch: 'next' });
    const head = await work.git('ls-remote', '--symref', 'origin', 'HEAD');
    expect(head.stdout).toContain('ref: refs/heads/next\tHEAD');
    expect((await work.git('push', 'origin', ':main')).exitCode).toBe(0);
    expect((await work.git('push', 'origin', ':next')).stderr).toContain('next is the default');
    const repo = await server.core.repos.findBySlug('ida/moved');
    expect(repo?.defaultBranch).toBe('next');
  });

  it('skips builds on request, and prints the page of the builds only if there are any', async () => {
    const work = await createWorkTree(server, 'ada', 'ada/options');
    await work.commit({ '.drone.yml': samplePipeline });
    const push = async (...args: string[]) => {
      const { exitCode, stderr } = await work.git('push', ...args);
      return [exitCode, stderr.includes(`See the builds at ${server.url}/ada/options`)];
    };
    expect(await push('-o', 'ci.skip', 'origin', 'main')).toEqual([0, false]);
    expect(await push('-o', 'ci-skip', 'origin', 'main:two')).toEqual([0, false]);
    expect(await buildsOf('ada/options')).toEqual([]);
    const others = ['-o', 'merge_request.create', '-o', 'x="$(exit 1)"`exit 1`'];
    expect(await push(...others, 'origin', 'main:three')).toEqual([0, true]);
    expect(await push('origin', ':three')).toEqual([0, false]);
    expect(await push('origin', 'main:four')).toEqual([0, true]);
    expect(await buildsOf('ada/options')).toHaveLength(2);
  });

  it('says what to do with a shallow clone', async () => {
    const full = await createWorkTree(server, 'ada', 'ada/full');
    for (const a of ['1', '2', '3']) await full.commit({ '.drone.yml': samplePipeline, a });
    await full.git('push', 'origin', 'main');
    const work = await createWorkTree(server, 'ada', 'ada/shallow');
    const source = (await full.git('remote', 'get-url', 'origin')).stdout;
    expect((await work.git('fetch', '--depth', '1', source, 'main')).exitCode).toBe(0);
    const refused = await work.git('push', 'origin', 'FETCH_HEAD:refs/heads/main');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('remote: Run "git fetch --unshallow"');
    await work.git('fetch', '--unshallow', source, 'main');
    const pushed = await work.git('push', 'origin', 'FETCH_HEAD:refs/heads/main');
    expect(pushed.exitCode).toBe(0);
    expect(pushed.stderr).not.toContain('unshallow');
  });

  it('replaces other hooks at the start', async () => {
    await pushSampleRepo(server, 'ada', 'aged');
    const hook = join(server.core.hosting.files.pathOf('ada', 'aged'), 'hooks', 'post-receive');
    const text = await readFile(hook, 'utf8');
    await writeFile(hook, '#!/bin/sh\nexit 1\n');
    await server.features.start();
    expect(await readFile(hook, 'utf8')).toBe(text);
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

  it('creates no repository whose address belongs to the server', async () => {
    const work = await createWorkTree(server, 'root', 'Settings/app');
    await work.commit({ '.drone.yml': samplePipeline });
    const push = await work.git('push', 'origin', 'main');
    expect(push.stderr).toContain('Settings is an address of this server');
    expect(await server.core.repos.findBySlug('Settings/app')).toBeUndefined();
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
    const open = await server.core.stages.listOpen();
    const stage = open.find(({ repoId }) => repoId === repo.id);
    const { login, password } = await server.core.hosting.forge.cloneCredentials(repo, {
      id: stage?.id ?? 0,
      lifeSec: 60,
    });
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
