import { afterAll, beforeAll, expect, it } from 'vitest';
import { ForgeServer, type Person } from '../forge-server.ts';
import { pipeline, waitForBuilds } from '../pipeline.ts';
import { startGitlab } from './gitlab-test-forge.ts';

// Behaviour that only GitLab has.
let testForge: Awaited<ReturnType<typeof startGitlab>>;
let forge: ForgeServer;
let ada: Person;
beforeAll(async () => {
  testForge = await startGitlab();
  for (const login of ['ada', 'bob']) await testForge.addAccount(login);
  forge = await ForgeServer.start(testForge);
  ada = await forge.signIn('ada');
  await ada.sync();
});
afterAll(async () => {
  await forge?.stop();
  await testForge?.stop();
});

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

it('supports projects in nested groups', async () => {
  const { fake } = testForge;
  await testForge.addOrganisation('engines/tools', 'ada');
  await testForge.addRepo('engines/tools', 'app', { isPrivate: true });
  const slug = 'engines:tools/app';
  const found = (await ada.sync()).find((repo) => repo.slug === slug);
  expect(found).toMatchObject({
    namespace: 'engines:tools',
    name: 'app',
    link: `${testForge.url}/engines/tools/app`,
    git_http_url: `${testForge.url}/engines/tools/app.git`,
  });
  expect((await ada.call('POST', `/api/repos/${slug}`)).body).toMatchObject({ active: true });
  const files = { '.drone.yml': pipeline };
  const sha = await testForge.push('ada', 'engines/tools/app', 'main', files, 'First');
  await waitForBuilds(ada, slug, { after: sha });
  const secret = { name: 'token', data: 'hush' };
  expect((await ada.call('POST', '/api/secrets/engines:tools', secret)).status).toBe(200);
  const link = await fetch(`${forge.url}/link/${slug}/tree/refs/heads/main`, {
    redirect: 'manual',
    headers: { cookie: ada.cookie },
  });
  const page = `${testForge.url}/engines/tools/app/-/tree/main?ref_type=heads`;
  expect(link.headers.get('location')).toBe(page);
  expect(fake.requests).toContain(`GET /groups/engines%2Ftools/members/all/${idOf('ada')}`);
});

it('lists projects over several pages, and only those with readable code', async () => {
  await testForge.addOrganisation('many', 'bob');
  const names = Array.from({ length: 205 }, (_, at) => `project-${at}`);
  for (const name of names) await testForge.addRepo('many', name, { isPrivate: true });
  const bob = await forge.signIn('bob');
  const found = await bob.call('GET', '/api/user/remote/repos');
  expect(found.body).toHaveLength(names.length);
  expect(testForge.fake.requests.filter((call) => call.startsWith('GET /projects?'))).not.toEqual(
    expect.arrayContaining([expect.not.stringContaining('min_access_level')]),
  );
});

it('compares the files of a merge request with its target', async () => {
  await testForge.addRepo('ada', 'paths');
  await ada.sync();
  await ada.call('POST', '/api/repos/ada/paths');
  const file = `${pipeline}trigger: { event: [ pull_request ], paths: [ 'docs/**' ] }\n`;
  await testForge.push('ada', 'ada/paths', 'main', { '.drone.yml': file }, 'First');
  const propose = async (branch: string, path: string) => {
    const sha = await testForge.push('ada', 'ada/paths', branch, { [path]: branch }, branch);
    const options = { from: 'ada/paths', branch, title: branch };
    await testForge.openPullRequest('ada', 'ada/paths', options);
    return sha;
  };
  await propose('code', 'src/a');
  const sha = await propose('docs', 'docs/a');
  await waitForBuilds(ada, 'ada/paths', { after: sha, event: 'pull_request' });
  expect(await ada.listBuilds('ada/paths')).toHaveLength(1);
});

it('sets the status of a merge request on its branch, or on its reference for a fork', async () => {
  await testForge.addRepo('ada', 'shown');
  await ada.sync();
  await ada.call('POST', '/api/repos/ada/shown');
  await testForge.push('ada', 'ada/shown', 'main', { '.drone.yml': pipeline }, 'First');
  const refOf = async (from: string, branch: string) => {
    const sha = await testForge.push('bob', from, branch, { [branch]: '1' }, branch);
    await testForge.openPullRequest('bob', 'ada/shown', { from, branch, title: branch });
    const find = () => {
      const { statuses } = testForge.fake.world.repository('ada/shown');
      return statuses.find((status) => status.sha === sha && /pr\/main$/.test(status.context));
    };
    await expect.poll(find).toBeDefined();
    return find()?.ref;
  };
  expect(await refOf('ada/shown', 'own')).toBe('own');
  const fork = await testForge.fork('ada/shown', 'bob');
  expect(await refOf(fork, 'theirs')).toBe('refs/merge-requests/2/head');
});

it('refreshes a token that expired early, using each refresh token once', async () => {
  const before = await forge.readAccess('ada');
  testForge.fake.pages.expire(testForge.fake.world.account('ada'));
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ada.call('GET', '/api/user/remote/repos')),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await forge.readAccess('ada')).refresh).not.toBe(before.refresh);
});

function idOf(login: string): number {
  return testForge.fake.world.account(login).id;
}
