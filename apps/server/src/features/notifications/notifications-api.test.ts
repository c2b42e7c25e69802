import { createHmac } from 'node:crypto';
import type { NewSubscription, Subscription } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cronsOf } from '../../../testing/crons-of.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { type HttpReceiver, startReceiver } from '../../../testing/http-receiver.ts';
import { makeBuild } from '../../../testing/make-build.ts';
import { notificationsOf } from '../../../testing/notifications-of.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { touchBuild } from '../../../testing/touch-build.ts';

let receiver: HttpReceiver;
let server: TestServer;
let ada: { token: string };
let repoId: number;
let calls: ReturnType<typeof notificationsOf>;

beforeEach(async () => {
  receiver = await startReceiver('/hooks/private-path');
  server = await startTestServer({
    env: {
      MILLRACE_NOTIFY_NETWORKS: '127.0.0.1',
      MILLRACE_NOTIFY_SUBSCRIPTIONS: '3',
      MILLRACE_NOTIFY_TESTS: '2',
    },
    jobs: ['notifications'],
  });
  ada = await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada')).id;
  calls = notificationsOf(server, '/api/repos/ada/project', ada);
});
afterEach(() => server.stop());

async function subscribe(wanted: Partial<NewSubscription> = {}): Promise<Subscription> {
  const { url } = receiver;
  const body = { name: 'team', channel: 'webhook', url, secret: 'a secret', ...wanted };
  const created = await calls.call('POST', '', body);
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  return created.body;
}

/** Pushes a commit to the branch of the sample. */
async function pushAgain(): Promise<void> {
  const { forge, repos, userStore } = server.core;
  const [repo, author] = [await repos.findById(repoId), await userStore.findByLogin('ada')];
  const head = repo && (await forge.findCommit(repo, 'refs/heads/main'));
  if (!repo || !author || !head) throw new Error('There is no sample');
  const change = { path: 'a', text: 'a', message: 'Add a', branch: 'main' };
  await forge.commitFile(author, repo, { ...change, base: head.sha, newBranch: '' });
}

const finish = (facts: Parameters<typeof makeBuild>[2]) => makeBuild(server.core, repoId, facts);

it('announces a failed build with a signature that covers the time', async () => {
  const { id } = await subscribe();
  await finish({ status: 'failure', title: 'Break it' });
  await expect.poll(() => receiver.received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  const signed = `${headers['x-millrace-timestamp']}.${body}`;
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-millrace-event': 'build.finished',
    'x-millrace-signature-256': `sha256=${createHmac('sha256', 'a secret').update(signed).digest('hex')}`,
  });
  expect(JSON.parse(body)).toMatchObject({
    type: 'build.finished',
    outcome: 'failed',
    repo: 'ada/project',
    branch: 'main',
    title: 'Break it',
  });
  await expect
    .poll(() => calls.listDeliveries(id))
    .toMatchObject([
      { status: 'sent', tries: 1, response_status: 200, response: 'ok', request: body },
    ]);
});

it('contains the first error of the failed step, as text', async () => {
  await subscribe();
  await subscribe({ name: 'chat', channel: 'slack', url: receiver.url });
  const runner = runnerApiOf(server);
  const { stage, step } = await startNextStage(runner);
  const texts = ['compiling', '\u001b[31mError: <!channel> is *not* defined\u001b[0m', 'done'];
  const body = texts.map((out, pos) => ({ pos, out: `${out}\n`, time: 0 }));
  await runner.appendLogs({ params: { step: step.id }, body });
  const status = 'failure';
  await runner.updateStep({ params: { step: step.id }, body: { ...step, status, exit_code: 1 } });
  await runner.updateStage({ params: { stage: stage.id }, body: { ...stage, status } });
  await expect.poll(() => receiver.received, { timeout: 10_000 }).toHaveLength(2);
  const bodies = receiver.received.map((request) => JSON.parse(request.body));
  expect(bodies).toContainEqual(
    expect.objectContaining({ error: 'Error: <!channel> is *not* defined' }),
  );
  expect(bodies).toContainEqual(
    expect.objectContaining({
      text: expect.stringContaining('\nError: Error: &lt;!channel&gt; is *not* defined'),
    }),
  );
});

it('announces no restart of an older commit as the fix of a branch', async () => {
  await subscribe({ rule: 'failure_and_fixed' });
  const [good, bad] = ['a'.repeat(40), 'b'.repeat(40)];
  const { number } = await finish({ status: 'success', after: good });
  await finish({ status: 'failure', after: bad });
  await finish({ status: 'success', after: good, parent: number });
  await finish({ status: 'success', after: bad, event: 'custom' });
  await finish({ status: 'success', after: bad, parent: number + 1 });
  await finish({ status: 'failure', title: 'last' });
  const outcomes = () => receiver.received.map(({ body }) => JSON.parse(body).outcome);
  await expect.poll(outcomes).toEqual(['failed', 'fixed', 'failed']);
});

it('announces the first success after a failure, and no canceled build', async () => {
  await subscribe({ rule: 'failure_and_fixed' });
  await finish({ status: 'failure' });
  await finish({ status: 'killed' });
  await finish({ status: 'success', target: 'other' });
  await finish({ status: 'success' });
  await finish({ status: 'success' });
  await finish({ status: 'failure', title: 'last' });
  await expect.poll(() => receiver.received).toHaveLength(3);
  const outcomes = receiver.received.map(({ body }) => JSON.parse(body).outcome);
  expect(outcomes).toEqual(['failed', 'fixed', 'failed']);
});

it('announces a build once, even if the finished build changes', async () => {
  const { id } = await subscribe();
  const { number } = await finish({ status: 'failure' });
  await expect.poll(() => receiver.received).toHaveLength(1);
  const pinned = await server.app.inject({
    method: 'POST',
    url: `/api/repos/ada/project/builds/${number}/pin`,
    headers: bearer(ada),
  });
  expect(pinned.statusCode).toBeLessThan(300);
  await finish({ status: 'failure' });
  await expect.poll(() => receiver.received).toHaveLength(2);
  expect(await calls.listDeliveries(id)).toHaveLength(2);
});

it('announces each run of a cron job that started no build, once', async () => {
  const { id } = await subscribe({ rule: 'failure', branches: 'gone', digest: 'daily' });
  await subscribe({ name: 'other branch', branches: 'main' });
  const { crons, cronService } = cronsOf(server);
  const now = server.core.clock.nowSec();
  const cron = await crons.insert({
    repoId,
    name: 'nightly',
    expr: '@daily',
    timeZone: '',
    next: now,
    prev: 0,
    branch: 'gone',
    target: '',
    disabled: false,
    reader: '',
    error: '',
    created: now,
    updated: now,
    version: 1,
  });
  await cronsOf(server).createScheduler(server.core.clock).runOnce();
  await expect.poll(() => receiver.received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  expect(headers['x-millrace-event']).toBe('cron.failed');
  expect(JSON.parse(body)).toEqual({
    type: 'cron.failed',
    repo: 'ada/project',
    cron: 'nightly',
    branch: 'gone',
    due: now,
    error: 'There is no branch gone',
    url: `${server.url}/ada/project/settings/cron`,
  });
  await cronService.announceFailed({ cronId: cron?.id ?? 0, due: now });
  await cronService.announceFailed({ cronId: cron?.id ?? 0, due: now + 1 });
  await expect.poll(() => receiver.received).toHaveLength(2);
  await expect
    .poll(() => calls.listDeliveries(id))
    .toMatchObject([
      { kind: 'cron', repo: 'ada/project', cron: 'nightly', build: 0, status: 'sent' },
      { kind: 'cron' },
    ]);
});

it('announces a build that waits for approval once, by every rule', async () => {
  const { id } = await subscribe({ rule: 'failure' });
  await subscribe({ name: 'other branch', branches: 'release' });
  await server.core.repos.update(repoId, { protected: true });
  await pushAgain();
  const number = 2;
  await expect.poll(() => receiver.received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  expect(headers['x-millrace-event']).toBe('build.waiting');
  expect(JSON.parse(body)).toMatchObject({
    type: 'build.waiting',
    repo: 'ada/project',
    build: number,
    branch: 'main',
    source_repo: '',
    url: `${server.url}/ada/project/${number}`,
  });
  const [build] = await server.core.builds.listRecent([repoId], 1);
  await touchBuild(server, build?.id ?? 0);
  await finish({ status: 'failure', title: 'after it' });
  await expect.poll(() => receiver.received).toHaveLength(2);
  expect(await calls.listDeliveries(id)).toMatchObject([
    { kind: 'build' },
    { kind: 'approval', build: number },
  ]);
});

it('retries while the channel is unavailable, in order', async () => {
  receiver.answers = [{ status: 503 }, { status: 429, headers: { 'retry-after': '60' } }];
  const { id } = await subscribe();
  await finish({ status: 'failure', title: 'first' });
  await expect
    .poll(() => calls.listDeliveries(id))
    .toMatchObject([{ status: 'waiting', tries: 1 }]);
  await finish({ status: 'failure', title: 'second' });
  await expect.poll(() => calls.listDeliveries(id)).toHaveLength(2);
  await calls.retryNow();
  await expect.poll(() => receiver.received).toHaveLength(2);
  await expect
    .poll(() => calls.listDeliveries(id))
    .toMatchObject([{ tries: 0 }, { status: 'waiting', tries: 2, response_status: 429 }]);
  await calls.retryNow();
  await expect.poll(() => receiver.received).toHaveLength(4);
  const titles = receiver.received.map(({ body }) => JSON.parse(body).title);
  expect(titles).toEqual(['first', 'first', 'first', 'second']);
});

it('fails at once if the channel rejects a message, and sends it again on request', async () => {
  receiver.answers = [{ status: 404, body: 'no /hooks/private-path with a secret' }];
  const { id } = await subscribe();
  await finish({ status: 'failure' });
  const failed = {
    status: 'failed',
    error: 'The channel responded with 404',
    response: 'no *** with ***',
  };
  await expect.poll(() => calls.listDeliveries(id)).toMatchObject([failed]);
  const [delivery] = await calls.listDeliveries(id);
  expect((await calls.call('POST', `/${id}/deliveries/${delivery?.id}`)).status).toBe(200);
  await expect.poll(() => calls.listDeliveries(id)).toMatchObject([{ status: 'sent', tries: 2 }]);
});

it('limits tests and repetitions per hour', async () => {
  const { id } = await subscribe();
  for (const status of [200, 200, 429]) {
    expect((await calls.call('POST', `/${id}/test`)).status).toBe(status);
  }
});

it('announces a failed attempt that was restarted before its end was read', async () => {
  const { id } = await subscribe();
  const { db, clock } = server.core;
  const build = await finish({ status: 'running', finished: 0, title: 'Again' });
  const ended = clock.nowSec();
  const first = { build_id: build.id, attempt: 1, login: 'ada', status: 'failure' as const };
  await db
    .insertInto('build_attempts')
    .values({ ...first, created: ended, started: ended, finished: ended })
    .execute();
  await db.updateTable('builds').set({ attempt: 2 }).where('id', '=', build.id).execute();
  await touchBuild(server, build.id);
  await expect
    .poll(() => calls.listDeliveries(id))
    .toMatchObject([{ build: build.number, attempt: 1, status: 'sent' }]);
});

it('follows no redirect', async () => {
  receiver.answers = [{ status: 302, headers: { location: receiver.url } }];
  const { id } = await subscribe();
  await calls.call('POST', `/${id}/test`);
  await expect.poll(() => calls.listDeliveries(id)).toMatchObject([{ status: 'failed', build: 0 }]);
  expect(receiver.received).toHaveLength(1);
});

it('connects to no private network that is not allowed', async () => {
  const { id } = await subscribe({ url: 'http://127.0.0.2:9/' });
  await calls.call('POST', `/${id}/test`);
  await expect
    .poll(() => calls.listDeliveries(id))
    .toMatchObject([{ status: 'failed', error: 'The channel is not on the open internet' }]);
});

it('shows and stores no URL and no secret', async () => {
  const created = await subscribe();
  expect(created).toMatchObject({
    host: new URL(receiver.url).host,
    signed: true,
    rule: 'failure',
  });
  await calls.call('POST', `/${created.id}/test`);
  await expect.poll(() => calls.listDeliveries(created.id)).toMatchObject([{ status: 'sent' }]);
  const { db } = server.core;
  const stored = [
    (await calls.call('GET', '')).body,
    await calls.listDeliveries(created.id),
    await db.selectFrom('notification_subscriptions').selectAll().execute(),
    await db.selectFrom('notification_deliveries').selectAll().execute(),
    await db.selectFrom('audit_events').selectAll().execute(),
  ];
  expect(JSON.stringify(stored)).not.toMatch(/private-path|a secret/);
});

it('changes and deletes subscriptions', async () => {
  const { id } = await subscribe();
  await subscribe({ name: 'other' });
  expect((await calls.call('PATCH', `/${id}`, { name: 'other' })).status).toBe(409);
  const changed = await calls.call('PATCH', `/${id}`, {
    rule: 'always',
    secret: '',
    events: ['push'],
  });
  expect(changed.body).toMatchObject({ rule: 'always', signed: false, events: ['push'] });
  expect((await calls.call('DELETE', `/${id}`)).status).toBe(204);
  expect((await calls.call('PATCH', `/${id}`, {})).status).toBe(404);
});

it('rejects bad input', async () => {
  for (const bad of ['ftp://example.com', 'nonsense', 'https://user:word@example.com']) {
    const refused = await calls.call('POST', '', { name: 'a', channel: 'slack', url: bad });
    expect(refused).toMatchObject({ status: 400, body: { message: /URL/ } });
  }
  for (const name of ['a', 'b', 'c']) await subscribe({ name });
  const body = { name: 'd', channel: 'slack', url: receiver.url };
  expect((await calls.call('POST', '', body)).body.message).toContain('at most 3 subscriptions');
});

it('allows only administrators of the repository', async () => {
  const bob = await server.addUser('bob');
  const { id } = await subscribe();
  expect((await calls.call('GET', '', undefined, bob)).status).toBe(404);
  expect((await calls.call('POST', `/${id}/test`, undefined, bob)).status).toBe(404);
});

it('shows a message before it is sent', async () => {
  const preview = async () =>
    (await calls.call('POST', '/preview', { channel: 'slack' })).body.body;
  expect(await preview()).toContain('Test message');
  await finish({ status: 'failure', title: '<!channel> look' });
  expect(await preview()).toContain('&lt;!channel&gt; look');
});
