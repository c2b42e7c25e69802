import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cronsOf } from '../../../testing/crons-of.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { ForgeServer, type Person } from '../../../testing/forges/forge-server.ts';
import { Refusal } from '../../../testing/forges/github/refusal.ts';
import { readSettings } from '../../../testing/forges/github/shapes.ts';
import { GithubTestForge } from '../../../testing/forges/github-test-forge.ts';

const pipeline = `kind: pipeline
type: exec
name: default
steps:
  - { name: greet, commands: [ "true" ] }
`;

let testForge: GithubTestForge;
let forge: ForgeServer;
let ada: Person;
beforeAll(async () => {
  testForge = await GithubTestForge.start();
  await testForge.addAccount('ada');
  forge = await ForgeServer.start(testForge);
  ada = await forge.signIn('ada');
});
afterAll(async () => {
  await forge?.stop();
  await testForge?.stop();
});

/** Creates an active repository with one build. */
async function addBuilt(name: string) {
  const { slug } = await testForge.addRepo('ada', name);
  await ada.sync();
  await ada.call('POST', `/api/repos/${slug}`);
  const sha = await testForge.push('ada', slug, 'main', { '.drone.yml': pipeline }, 'First');
  await expect.poll(async () => (await ada.listBuilds(slug)).length).toBe(1);
  return { slug, sha, repository: testForge.github.world.repository(slug) };
}

/** Starts a stage of this repository and returns the details for its runner. */
async function startStageOf(slug: string) {
  const { number } = (await ada.listBuilds(slug))[0];
  const { body } = await ada.call('GET', `/api/repos/${slug}/builds/${number}`);
  const api = runnerApiOf(forge.server);
  const { id } = await api.acceptStage({
    params: { stage: body.stages[0].id },
    query: { machine: 'tester' },
  });
  return api.getStageDetails({ params: { stage: id } });
}

it('asks for an email address when an account without one signs up', async () => {
  await testForge.addAccount('quiet');
  testForge.github.world.account('quiet').isEmailPublic = false;
  testForge.github.interrupt = (call) => {
    if (call.includes('/user/emails')) throw new Refusal(404, 'Not Found');
  };
  const quiet = await forge.signIn('quiet', '/login?return_to=%2Fada%2Fapp');
  testForge.github.interrupt = () => {};
  expect([quiet.url.pathname, quiet.hasSession]).toEqual(['/register', true]);
});

describe('webhook', () => {
  it('accepts a ping, and builds a repeated delivery once', async () => {
    const { sent } = testForge.github.deliveries;
    const before = sent.length;
    const { slug } = await addBuilt('told');
    const find = (event: string) => sent.slice(before).find((one) => one.event === event);
    // GitHub does not wait for the response to a ping, so the push may be answered first.
    await expect.poll(() => find('ping')).toMatchObject({ status: 204 });
    const push = find('push');
    expect(push).toMatchObject({ status: 202 });
    await push?.again();
    expect(sent.at(-1)).toMatchObject({ id: push?.id, status: 202 });
    await testForge.push('ada', slug, 'main', { b: '1' }, 'Second');
    await expect
      .poll(async () => (await ada.listBuilds(slug)).map(({ title }: { title: string }) => title))
      .toEqual(['Second', 'First']);
  });

  it('rejects a delivery without the secret', async () => {
    const { slug, repository } = await addBuilt('forged');
    const [hook] = repository.hooks;
    if (hook) readSettings(hook.settings).config.secret = 'guessed';
    await testForge.push('ada', slug, 'main', { b: '1' }, 'Second');
    const pushes = testForge.github.deliveries.sent.filter(({ event }) => event === 'push');
    expect(pushes.at(-1)?.status).toBe(403);
  });

  it('applies a rename, a visibility change and the deletion of the repository', async () => {
    const { slug } = await addBuilt('before');
    await testForge.setPrivate(slug, true);
    await testForge.renameRepo(slug, 'after');
    await expect
      .poll(async () => (await ada.call('GET', '/api/repos/ada/after')).body)
      .toMatchObject({ visibility: 'private' });
    await testForge.deleteRepo('ada/after');
    await expect.poll(async () => (await ada.call('GET', '/api/repos/ada/after')).status).toBe(404);
  });
});

const listOpenDeliveries = () =>
  forge.server.core.db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'webhook-delivery')
    .where('error', 'is', null)
    .execute();

it('builds a push whose event arrives before GitHub shows the commit everywhere', async () => {
  const { slug } = await addBuilt('early');
  let isThere = false;
  testForge.github.interrupt = (call) => {
    if (!isThere && call.includes(`/${slug}/commits/`)) {
      isThere = true;
      throw new Refusal(422, 'No commit found for SHA');
    }
  };
  await testForge.push('ada', slug, 'main', { b: '1' }, 'Second');
  await expect.poll(listOpenDeliveries).toMatchObject([{ tries: 1 }]);
  forge.clock.skip(60);
  await expect
    .poll(async () => (await ada.listBuilds(slug)).map(({ title }: { title: string }) => title))
    .toEqual(['Second', 'First']);
  testForge.github.interrupt = () => {};
});

it('builds a push although the comparison of its commits times out on GitHub', async () => {
  const { slug } = await addBuilt('compared');
  testForge.github.interrupt = (call) => {
    if (call.includes('/compare/')) throw new Refusal(500, 'This diff is taking too long');
  };
  const guarded = `${pipeline}trigger: { paths: [docs/**] }\n`;
  await testForge.push('ada', slug, 'main', { '.drone.yml': guarded }, 'Second');
  await expect.poll(listOpenDeliveries).toMatchObject([{ tries: 1 }]);
  forge.clock.skip(1000);
  await expect
    .poll(async () => (await ada.listBuilds(slug)).map(({ title }: { title: string }) => title))
    .toEqual(['Second', 'First']);
  testForge.github.interrupt = () => {};
});

it('retries a cron run for an hour or until the next run while GitHub is rate limiting', async () => {
  const { slug } = await addBuilt('nightly');
  const { core } = forge.server;
  const { crons, createScheduler } = cronsOf(forge.server);
  let aheadSec = 0;
  const clock = { ...core.clock, nowSec: () => core.clock.nowSec() + aheadSec };
  const scheduler = createScheduler(clock);
  // It is not due by itself while the test moves the clock on.
  const farHour = (new Date(clock.nowMs()).getUTCHours() + 12) % 24;
  const job = { name: 'nightly', branch: 'main', expr: `0 ${farHour} * * *` };
  const { body: cron } = await ada.call('POST', `/api/repos/${slug}/cron`, job);
  const makeDue = () => crons.update(cron.id, { next: clock.nowSec() });
  const startAll = async () => {
    await scheduler.runOnce();
    const runs = core.db.selectFrom('jobs').select('key').where('kind', '=', 'cron-run');
    return (await runs.where('error', 'is', null).execute()).length;
  };
  testForge.github.interrupt = () => {
    throw new Refusal(429, 'Wait', { headers: { 'retry-after': '100' } });
  };
  await makeDue();
  expect(await startAll()).toBe(1);
  aheadSec = 3700;
  expect(await startAll()).toBe(0);
  await makeDue();
  expect(await startAll()).toBe(1);
  aheadSec += 100;
  await makeDue();
  // The later run replaces the waiting one.
  expect(await startAll()).toBe(1);
  aheadSec += 100;
  testForge.github.interrupt = () => {};
  expect(await startAll()).toBe(0);
  expect((await ada.listBuilds(slug))[0]).toMatchObject({ event: 'cron', cron: 'nightly' });
});

it('builds a pull request from a fork in the target repository', async () => {
  const { slug } = await addBuilt('forked');
  await testForge.addAccount('bob');
  const from = await testForge.fork(slug, 'bob');
  const sha = await testForge.push('bob', from, 'fix', { c: '1' }, 'Fix it');
  const title = 'Fix it for all';
  const number = await testForge.openPullRequest('bob', slug, { from, branch: 'fix', title });
  await expect
    .poll(async () => (await ada.listBuilds(slug))[0])
    .toMatchObject({
      event: 'pull_request',
      sender: 'bob',
      title,
      after: sha,
      ref: `refs/pull/${number}/head`,
      source: 'fix',
      source_repo: 'bob/forked',
      target: 'main',
    });
  await expect
    .poll(() => testForge.listStatuses(slug, sha))
    .toMatchObject([{ context: 'continuous-integration/millrace/pr/main' }]);
});

it('keeps a renamed repository active when another one takes its old name', async () => {
  const { slug, repository } = await addBuilt('in-use');
  const { slug: other } = await addBuilt('successor');
  // There is no event for the first rename before the other repository takes the name.
  repository.name = 'retired';
  await testForge.renameRepo(other, 'in-use');
  await expect
    .poll(async () => (await ada.call('GET', '/api/repos/ada/retired')).body)
    .toMatchObject({ active: true, visibility: 'public', counter: 1 });
  expect((await ada.call('GET', `/api/repos/${slug}`)).body).toMatchObject({ active: true });
  await testForge.push('ada', 'ada/retired', 'main', { b: '1' }, 'Second');
  await expect.poll(async () => (await ada.listBuilds('ada/retired')).length).toBe(2);
});

it('builds a repository after the account that activated it lost access', async () => {
  await testForge.addAccount('carl');
  const carl = await forge.signIn('carl');
  const { slug } = await testForge.addRepo('carl', 'left', { isPrivate: true });
  await testForge.addMember(slug, 'ada', 'admin');
  await carl.sync();
  await ada.sync();
  await ada.call('POST', `/api/repos/${slug}`);
  await testForge.removeMember(slug, 'ada');
  const sha = await testForge.push('carl', slug, 'main', { '.drone.yml': pipeline }, 'First');
  await expect.poll(async () => (await carl.listBuilds(slug)).length).toBe(1);
  await expect.poll(() => testForge.listStatuses(slug, sha)).toHaveLength(1);
  const { netrc } = await startStageOf(slug);
  expect(netrc?.password).toBe((await forge.readAccess('carl')).access);
});

it('updates the deployment on GitHub while a promoted build runs', async () => {
  const { slug, sha, repository } = await addBuilt('deployed');
  const promote = `/api/repos/${slug}/builds/1/promote?target=production`;
  const { body: build } = await ada.call('POST', promote);
  const states = () =>
    repository.deployments.map(({ statuses }) => statuses.map(({ state }) => state));
  await expect.poll(states).toEqual([['queued']]);
  expect(repository.deployments).toMatchObject([
    {
      sha,
      environment: 'production',
      statuses: [{ log_url: `${forge.url}/${slug}/${build.number}` }],
    },
  ]);
  const api = runnerApiOf(forge.server);
  while ((await startNextStage(api)).stage.build_id !== build.id);
  await expect.poll(states).toEqual([['in_progress', 'queued']]);
  // A second deployment of the same commit now determines its status. The first one is still updated.
  await ada.call('POST', promote);
  await expect.poll(states).toEqual([['queued'], ['in_progress', 'queued']]);
  await ada.call('DELETE', `/api/repos/${slug}/builds/${build.number}`);
  await expect.poll(states).toEqual([['queued'], ['error', 'in_progress', 'queued']]);
  const [status] = await testForge.listStatuses(slug, sha);
  expect(status).toMatchObject({
    state: 'pending',
    context: 'continuous-integration/millrace/promote/production',
    url: `${forge.url}/${slug}/${build.number + 1}`,
  });
});

describe('sync', () => {
  const sync = () => ada.call('POST', '/api/user/repos');

  it('reports a rate limit of GitHub', async () => {
    testForge.github.interrupt = () => {
      const reset = String(Math.floor(Date.now() / 1000) + 1800);
      throw new Refusal(403, 'API rate limit exceeded for user ID 1.', {
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset },
      });
    };
    expect(await sync()).toMatchObject({
      status: 503,
      body: { message: 'The forge is rate limiting this server' },
    });
    testForge.github.interrupt = () => {};
    expect((await sync()).status).toBe(200);
  });

  it('continues with a new token after the old one expired', async () => {
    const { pages, world } = testForge.github;
    pages.tokenSeconds = 3600;
    ada = await forge.signIn('ada');
    pages.expire(world.account('ada'));
    expect((await sync()).status).toBe(200);
    pages.expire(world.account('ada'));
    expect((await sync()).status).toBe(200);
  });

  it('asks the account to sign in again after its access was revoked', async () => {
    await testForge.revoke('ada');
    expect(await sync()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('sign in again') },
    });
    expect((await ada.call('GET', '/api/user')).status).toBe(401);
    ada = await forge.signIn('ada');
    expect((await sync()).status).toBe(200);
  });
});

it('sends stage details to a runner if no account has access to the sources', async () => {
  const { slug } = await addBuilt('forsaken');
  await forge.forgetAccess('ada');
  expect((await startStageOf(slug)).netrc).toBeNull();
});
