import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runnerApiOf } from '../../fake-work.ts';
import { Refusal } from '../fake/refusal.ts';
import { ForgeServer, type Person } from '../forge-server.ts';
import { pipeline, waitForBuilds } from '../pipeline.ts';
import { startBitbucket } from './bitbucket-test-forge.ts';

// Behaviour that only Bitbucket has.
const slug = 'ada/app';
const statusName = 'continuous-integration/of-the-engine-room';
let testForge: Awaited<ReturnType<typeof startBitbucket>>;
let forge: ForgeServer;
let ada: Person;
beforeAll(async () => {
  testForge = await startBitbucket();
  for (const login of ['ada', 'bob', 'stranger']) await testForge.addAccount(login);
  await testForge.addRepo('ada', 'app');
  forge = await ForgeServer.start(testForge, { MILLRACE_STATUS_NAME: statusName });
  ada = await forge.signIn('ada');
  await ada.sync();
  await ada.call('POST', `/api/repos/${slug}`);
  const sha = await testForge.push('ada', slug, 'main', { '.drone.yml': pipeline }, 'First');
  await waitForBuilds(ada, slug, { after: sha });
});
afterAll(async () => {
  await forge?.stop();
  await testForge?.stop();
});
beforeEach(() => {
  testForge.fake.interrupt = () => {};
});

const propose = async (login: string, from: string, branch: string) => {
  const sha = await testForge.push(login, from, branch, { [branch]: '1' }, branch);
  const number = await testForge.openPullRequest(login, slug, { from, branch, title: branch });
  return { sha, number };
};

it('says if a folder has more entries than a page', async () => {
  await testForge.addRepo('ada', 'long');
  await ada.sync();
  const { repos, forge: api } = forge.server.core;
  const repo = await repos.findBySlug('ada/long');
  if (!repo) throw new Error('ada/long is not synced');
  const list = async (count: number) => {
    const names = Array.from({ length: count }, (_, at) => [`${count}/${at}.yml`, '']);
    const sha = await testForge.push('ada', 'ada/long', 'main', Object.fromEntries(names), 'Long');
    const found = await api.listFolder(repo, sha, String(count));
    return [found?.files.length, found?.isComplete];
  };
  expect(await list(99)).toEqual([99, true]);
  expect(await list(101)).toEqual([100, false]);
});

it('clones a pull request from its source repository', async () => {
  const from = await testForge.fork(slug, 'stranger');
  const { sha } = await propose('stranger', from, 'fetched');
  const [build] = await waitForBuilds(ada, slug, { after: sha });
  const { body } = await ada.call('GET', `/api/repos/${slug}/builds/${build?.number}`);
  const api = runnerApiOf(forge.server);
  const stage = await api.acceptStage({
    params: { stage: body.stages[0].id },
    query: { machine: 'tester' },
  });
  expect(await api.getStageDetails({ params: { stage: stage.id } })).toMatchObject({
    repository: { git_http_url: `${testForge.url}/${slug}.git` },
    build: { after: sha },
    cloneSource: { url: `${testForge.url}/${from}.git`, ref: 'refs/heads/fetched' },
    netrc: null,
  });
});

it('builds no pull request from a fork that no account can read', async () => {
  const from = await testForge.fork(slug, 'bob');
  await testForge.setPrivate(from, true);
  const { sha } = await propose('bob', from, 'hidden');
  // The build of a later push shows that this event was processed.
  const after = await testForge.push('ada', slug, 'main', { later: '1' }, 'Later');
  await waitForBuilds(ada, slug, { after });
  await waitForBuilds(ada, slug, { after: sha }, 0);
});

it('builds each commit of a pull request once, even if its title changes', async () => {
  const { number, sha } = await propose('ada', slug, 'edited');
  await waitForBuilds(ada, slug, { after: sha, event: 'pull_request' });
  const { world } = testForge.fake;
  const repository = world.repository(slug);
  const pullRequest = repository.pullRequests.find((known) => known.number === number);
  if (!pullRequest) throw new Error('There is no pull request');
  pullRequest.title = 'Another title';
  await testForge.deliveries.pullRequest('edited', repository, world.account('ada'), pullRequest);
  const next = await testForge.push('ada', slug, 'edited', { more: '1' }, 'More');
  await waitForBuilds(ada, slug, { after: next, action: 'synchronized' });
  await waitForBuilds(ada, slug, { after: sha, event: 'pull_request' });
});

it('identifies the sender by id instead of the displayed name', async () => {
  await forge.signIn('bob');
  await testForge.addMember(slug, 'bob', 'write');
  await testForge.renameAccount('bob', 'ada-too');
  const sha = await testForge.push('ada-too', slug, 'main', { by: 'bob' }, "Bob's");
  const [build] = await waitForBuilds(ada, slug, { after: sha });
  expect(build).toMatchObject({ sender: 'bob' });
});

it('grants no rights in a workspace with the name of the account', async () => {
  await testForge.addAccount('cleo');
  const cleo = await forge.signIn('cleo');
  await testForge.renameAccount('cleo', 'cleopatra');
  const secret = { name: 'token', data: 'hush' };
  await testForge.addOrganisation('cleo', 'ada');
  expect((await cleo.call('POST', '/api/secrets/cleo', secret)).status).toBe(404);
  expect((await ada.call('POST', '/api/secrets/cleo', secret)).status).toBe(200);
});

it('does not treat a member of a repository as a member of its workspace', async () => {
  await testForge.addAccount('guest');
  await testForge.addOrganisation('club', 'ada');
  await testForge.addRepo('club', 'open', { isPrivate: true });
  await testForge.addMember('club/open', 'guest', 'write');
  const guest = await forge.signIn('guest');
  expect(await guest.sync()).toMatchObject([{ slug: 'club/open' }]);
  expect((await guest.call('GET', '/api/secrets/club')).status).toBe(404);
  const closed = await ForgeServer.start(testForge, { MILLRACE_ALLOWED: 'org:club' });
  try {
    expect((await closed.signIn('guest')).hasSession).toBe(false);
    expect((await closed.signIn('ada')).hasSession).toBe(true);
  } finally {
    await closed.stop();
  }
});

it('fetches all pages of a list, but not from other hosts', async () => {
  await testForge.addAccount('collector');
  const names = Array.from({ length: 205 }, (_, at) => `app-${at}`);
  for (const name of names) await testForge.addRepo('collector', name, { isPrivate: true });
  const collector = await forge.signIn('collector');
  expect(await collector.call('GET', '/api/user/remote/repos')).toMatchObject({
    body: { length: names.length },
  });
  testForge.fake.interrupt = (call) => {
    if (!call.includes('role=admin')) return;
    throw new Refusal(200, { values: [], next: 'http://127.0.0.1:9/2.0/repositories' });
  };
  const refused = await collector.call('GET', '/api/user/remote/repos');
  expect(refused).toMatchObject({
    status: 503,
    body: { message: 'The forge returned an unreadable answer' },
  });
});

it('sets a status whose context is longer than the maximum key', async () => {
  const sha = await testForge.push('ada', slug, 'main', { shown: '1' }, 'Shown');
  await waitForBuilds(ada, slug, { after: sha });
  await expect
    .poll(() => testForge.listStatuses(slug, sha))
    .toMatchObject([{ state: 'INPROGRESS', context: `${statusName}/push` }]);
});

it('keeps the default branch, which webhook payloads do not contain', async () => {
  const { repos } = forge.server.core;
  const repo = await repos.findBySlug(slug);
  await repos.update(repo?.id ?? 0, { defaultBranch: 'trunk' });
  const after = await testForge.push('ada', slug, 'main', { trunk: '1' }, 'Trunk');
  await waitForBuilds(ada, slug, { after });
  expect(await repos.findBySlug(slug)).toMatchObject({ defaultBranch: 'trunk' });
});

it('refreshes a token that expired early', async () => {
  testForge.fake.pages.expire(testForge.fake.world.account('ada'));
  expect((await ada.call('GET', '/api/user/remote/repos')).status).toBe(200);
});
