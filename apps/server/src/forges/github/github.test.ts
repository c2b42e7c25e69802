import { systemClock } from '@millrace/node-kit/clock';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account, Repository } from '../../../testing/forges/fake/world.ts';
import { FakeGithub } from '../../../testing/forges/github/fake-github.ts';
import { invalid, Refusal } from '../../../testing/forges/github/refusal.ts';
import { createByteCache } from '../../shared/byte-cache.ts';
import type { ForgeRepoRef } from '../forge.ts';
import type { ForgeAdapter } from '../remote/forge-adapter.ts';
import { apiUrlOf, openGithub } from './github-adapter.ts';

let github: FakeGithub;
const logger = pino({ enabled: false });
let forge: ForgeAdapter;
let ada: Account;
let token: string;
const open = (cacheBytes: number) =>
  openGithub({
    url: github.url,
    agent: 'test',
    cache: createByteCache(cacheBytes),
    logger,
    clock: systemClock,
  });
beforeAll(async () => {
  github = await FakeGithub.start();
  forge = open(1_000_000);
  ada = github.world.addAccount('ada');
  token = github.pages.issueToken(ada);
});
afterAll(async () => {
  await github.stop();
  expect(github.faults).toEqual([]);
});

const noCommit = 'd'.repeat(40);
const refOf = ({ id, owner, name }: Repository): ForgeRepoRef => ({
  id: 1,
  uid: String(id),
  forge: 'github',
  ownerId: 1,
  namespace: owner.login,
  name,
});

/** Creates a repository with one commit. `commit` adds more. */
function addRepo(name: string) {
  const repository = github.world.addRepository(ada, name, { isPrivate: true });
  const commit = (files: Record<string, string>, branch = 'main') =>
    github.world.commit(ada, repository, branch, files, ' A change\n\nfor good\n');
  return { repository, ref: refOf(repository), commit, first: commit({ 'a.txt': 'a' }) };
}

/** Overrides the response to the next matching call. */
function answerOnce(wanted: RegExp, act: () => void): void {
  github.interrupt = (call) => {
    if (!wanted.test(call)) return;
    github.interrupt = () => {};
    act();
  };
}

it.each([
  ['https://github.com', 'https://api.github.com/'],
  ['https://octo.ghe.com', 'https://api.octo.ghe.com/'],
  ['https://git.example.com', 'https://git.example.com/api/v3/'],
  ['http://localhost:8000/git', 'http://localhost:8000/git/api/v3/'],
])('finds the API of %s at %s', (url, api) => expect(apiUrlOf(url)).toBe(api));

describe('accounts', () => {
  it('reads the private email address', async () => {
    const shy = github.world.addAccount('shy', { isEmailPublic: false });
    const shyToken = github.pages.issueToken(shy);
    expect(await forge.findAccount(shyToken)).toEqual({
      uid: String(shy.id),
      login: 'shy',
      name: 'shy',
      email: 'shy@example.com',
      avatar: `${github.url}/avatars/${shy.id}?v=4`,
    });
    answerOnce(/emails/, () => {
      throw new Refusal(403, 'Resource not accessible by integration');
    });
    const blind = open(1);
    expect((await blind.findAccount(shyToken)).email).toBe('');
  });

  it('reads whether an account is an owner or member of an organization', async () => {
    github.world.addAccount('owned', { isOrganisation: true, members: new Map([[ada, 'owner']]) });
    github.world.addAccount('joined', {
      isOrganisation: true,
      members: new Map([[ada, 'member']]),
    });
    github.world.addAccount('foreign', { isOrganisation: true });
    expect(await forge.listOrganisations(token)).toEqual(['owned', 'joined']);
    const found = ['owned', 'joined', 'foreign', 'nobody'].map((name) =>
      forge.findMembership(token, 'ada', name),
    );
    expect(await Promise.all(found)).toEqual(['owner', 'member', 'none', 'none']);
  });
});

describe('repositories', () => {
  it('finds commits by branch, tag and hash only', async () => {
    const { repository, ref, first, commit } = addRepo('named');
    const second = commit({ b: '2' }, 'feature/x y#1');
    repository.refs.set('refs/tags/v1', first.sha);
    const find = async (revision: string) =>
      (await forge.findCommit(token, ref, revision))?.sha ?? null;
    expect(await forge.findCommit(token, ref, first.sha)).toEqual({
      sha: first.sha,
      message: 'A change\n\nfor good',
      authorLogin: 'ada',
      authorName: 'ada',
      authorEmail: 'ada@example.com',
      authorAvatar: `${github.url}/avatars/${ada.id}?v=4`,
      committedSec: Date.parse('2026-01-02T03:04:05Z') / 1000,
      parents: [],
    });
    expect(await find('main')).toBe(first.sha);
    expect(await find('refs/heads/main')).toBe(first.sha);
    expect(await find('refs/heads/feature/x y#1')).toBe(second.sha);
    expect(await find('refs/tags/v1')).toBe(first.sha);
    expect(await find('refs/heads/v1')).toBeNull();
    expect(await find(noCommit)).toBeNull();
    const empty = github.world.addRepository(ada, 'empty');
    expect(await forge.findCommit(token, refOf(empty), 'main')).toBeNull();
  });

  it('reads files at a commit', async () => {
    const { ref, first, commit } = addRepo('files');
    const text = 'kind: pipeline\nname: "ü"\n';
    const second = commit({ 'ci/a b#1.yml': text });
    expect(await forge.readFile(token, ref, second.sha, 'ci/a b#1.yml')).toBe(text);
    expect(await forge.readFile(token, ref, first.sha, 'ci/a b#1.yml')).toBeNull();
    expect(await forge.readFile(token, ref, noCommit, 'a.txt')).toBeNull();
  });

  it('lists files that differ between commits, up to a limit', async () => {
    const { ref, first, commit } = addRepo('changes');
    const names = (count: number) => Array.from({ length: count }, (_, at) => `file-${at}`);
    const of = (count: number) => Object.fromEntries(names(count).map((name) => [name, 'x']));
    commit({ 'b.txt': '2' });
    const some = commit(of(299));
    const list = (before: string, after: string) =>
      forge.listChangedPaths(token, ref, before, after);
    expect(await list(first.sha, some.sha)).toBeNull();
    const last = commit({ 'c.txt': '3' });
    expect(await list(some.sha, last.sha)).toEqual(['c.txt']);
    expect(await list(noCommit, last.sha)).toBeNull();
  });

  it('finds a renamed repository by its id and by its old name', async () => {
    const { repository, ref, first } = addRepo('old');
    repository.name = 'new';
    github.world.formerSlugs.set('ada/old', repository);
    expect(await forge.findRepo(token, ref)).toMatchObject({ namespace: 'ada', name: 'new' });
    expect(await forge.readFile(token, ref, first.sha, 'a.txt')).toBe('a');
    await forge.setStatus(token, ref, first.sha, {
      status: 'success',
      context: 'ci/push',
      description: 'Fine '.repeat(40),
      url: 'http://127.0.0.1/ada/old/1',
      ref: 'refs/heads/main',
    });
    expect(repository.statuses).toMatchObject([{ state: 'success', context: 'ci/push' }]);
  });

  it('finds no repository that is deleted or no longer visible', async () => {
    const { ref } = addRepo('lost');
    const stranger = github.pages.issueToken(github.world.addAccount('stranger'));
    expect(await forge.findRepo(stranger, ref)).toBeNull();
    expect(await forge.findRepo(token, { ...ref, uid: '1' })).toBeNull();
  });
});

describe('webhooks', () => {
  const target = { url: 'http://127.0.0.1:9/hook', secret: 'first' };

  it('creates a webhook once and then replaces it', async () => {
    const { repository, ref } = addRepo('hooked');
    await forge.replaceHook(token, ref, target);
    await forge.replaceHook(token, ref, { ...target, secret: 'second' });
    expect(repository.hooks).toMatchObject([
      {
        url: target.url,
        settings: {
          active: true,
          events: ['push', 'delete', 'pull_request', 'repository'],
          config: { url: target.url, secret: 'second', content_type: 'json', insecure_ssl: '0' },
        },
      },
    ]);
    await forge.removeHook(token, ref, target.url);
    expect(repository.hooks).toEqual([]);
  });

  it('replaces a webhook that another server creates at the same time', async () => {
    const { repository, ref } = addRepo('race');
    answerOnce(/^POST/, () =>
      repository.hooks.push({
        id: 7,
        uuid: '',
        url: target.url,
        settings: { active: true, events: ['push'], config: { ...target } },
      }),
    );
    await forge.replaceHook(token, ref, { ...target, secret: 'second' });
    expect(repository.hooks).toMatchObject([{ settings: { config: { secret: 'second' } } }]);
  });

  it('reports why GitHub rejected a webhook', async () => {
    const { ref } = addRepo('unreachable');
    answerOnce(/^POST/, () => {
      throw invalid('Hook', "url is not supported because it isn't reachable");
    });
    await expect(forge.replaceHook(token, ref, target)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("isn't reachable"),
    });
  });
});

describe('deployments', () => {
  const of = (number: number, status: 'pending' | 'running' | 'success') => ({
    environment: 'production',
    status,
    description: 'Build',
    url: `http://127.0.0.1/ada/app/${number}`,
  });
  const setDeployment: NonNullable<ForgeAdapter['setDeployment']> = (...args) => {
    if (!forge.setDeployment) throw new Error('There are no deployments');
    return forge.setDeployment(...args);
  };

  it('creates one deployment per build and adds its states', async () => {
    const { repository, ref, first } = addRepo('deployed');
    const id = await setDeployment(token, ref, first.sha, of(1, 'pending'), '');
    expect(await setDeployment(token, ref, first.sha, of(1, 'running'), id)).toBe(id);
    const other = await setDeployment(token, ref, first.sha, of(2, 'success'), '');
    expect(other).not.toBe(id);
    const states = repository.deployments.map(({ statuses }) => statuses.map(({ state }) => state));
    expect(states).toEqual([['success'], ['in_progress', 'queued']]);
    expect(repository.deployments[1]).toMatchObject({
      id: Number(id),
      sha: first.sha,
      environment: 'production',
      statuses: [{ log_url: 'http://127.0.0.1/ada/app/1', environment: 'production' }, {}],
    });
  });

  it('does not create a deployment again after a failed status update', async () => {
    const { repository, ref, first } = addRepo('half-deployed');
    answerOnce(/^POST .*\/statuses$/, () => {
      throw new Refusal(502, 'Server Error');
    });
    const made = setDeployment(token, ref, first.sha, of(1, 'pending'), '');
    await expect(made).rejects.toMatchObject({ status: 503 });
    await setDeployment(token, ref, first.sha, of(1, 'running'), '');
    expect(repository.deployments).toMatchObject([{ statuses: [{ state: 'in_progress' }] }]);
  });
});

it('links to the pages of GitHub', () => {
  const repo = { namespace: 'ada', name: 'app' };
  const page = `${github.url}/ada/app`;
  expect(forge.repoUrl(repo)).toBe(page);
  expect(forge.cloneUrl(repo)).toBe(`${page}.git`);
  expect(forge.commitUrl(repo, noCommit)).toBe(`${page}/commit/${noCommit}`);
  const trees = ['refs/heads/a/b#1', 'refs/tags/v1', 'refs/pull/7/head', 'main/src'];
  expect(trees.map((ref) => forge.treeUrl(repo, ref))).toEqual([
    `${page}/tree/a/b%231`,
    `${page}/tree/v1`,
    `${page}/pull/7`,
    `${page}/tree/main/src`,
  ]);
  expect(forge.fileUrl(repo, { sha: noCommit, path: 'a b/c#.ts', line: 7 })).toBe(
    `${page}/blob/${noCommit}/a%20b/c%23.ts#L7`,
  );
});
