import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Delivery, NewSubscription, Subscription } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeBuild } from '../../../testing/make-build.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

const path = '/api/repos/ada/project/notifications';
let receiver: Server;
let received: { headers: IncomingHttpHeaders; body: string }[];
let answers: Answer[];
let url: string;
let server: TestServer;
let ada: { token: string };
let repoId: number;

beforeEach(async () => {
  received = [];
  answers = [];
  receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    const { status, headers, body = 'ok' } = answers.shift() ?? { status: 200 };
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/private-path`;
  server = await startTestServer({
    env: { MILLRACE_NOTIFY_NETWORKS: '127.0.0.1', MILLRACE_NOTIFY_SUBSCRIPTIONS: '3' },
    jobs: ['notifications'],
  });
  ada = await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada')).id;
});
afterEach(async () => {
  await server.stop();
  receiver.close();
});

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  at: string,
  body?: object,
  by = ada,
) {
  const headers = bearer(by);
  const payload = body ? { payload: body } : {};
  const answer = await server.app.inject({ method, url: `${path}${at}`, headers, ...payload });
  return { status: answer.statusCode, body: answer.body ? answer.json() : undefined };
}

async function subscribe(wanted: Partial<NewSubscription> = {}): Promise<Subscription> {
  const body = { name: 'team', channel: 'webhook', url, secret: 'a secret', ...wanted };
  const created = await call('POST', '', body);
  expect(created.status).toBe(200);
  return created.body;
}

const listDeliveries = async (id: number): Promise<Delivery[]> =>
  (await call('GET', `/${id}/deliveries`)).body;
const finish = (facts: Parameters<typeof makeBuild>[2]) => makeBuild(server.core, repoId, facts);

async function retryNow(): Promise<void> {
  await server.core.db.updateTable('jobs').set({ due: 0 }).execute();
  server.core.bus.publish('jobAdded', {});
}

it('announces a failed build with a signature that covers the time', async () => {
  const { id } = await subscribe();
  await finish({ status: 'failure', title: 'Break it' });
  await expect.poll(() => received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = received;
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
    .poll(() => listDeliveries(id))
    .toMatchObject([
      { status: 'sent', tries: 1, response_status: 200, response: 'ok', request: body },
    ]);
});

it('announces the first success after a failure, and no canceled build', async () => {
  await subscribe({ rule: 'failure_and_fixed' });
  await finish({ status: 'failure' });
  await finish({ status: 'killed' });
  await finish({ status: 'success', target: 'other' });
  await finish({ status: 'success' });
  await finish({ status: 'success' });
  await finish({ status: 'failure', title: 'last' });
  await expect.poll(() => received).toHaveLength(3);
  const outcomes = received.map(({ body }) => JSON.parse(body).outcome);
  expect(outcomes).toEqual(['failed', 'fixed', 'failed']);
});

it('announces a build once, even if the finished build changes', async () => {
  const { id } = await subscribe();
  const { number } = await finish({ status: 'failure' });
  await expect.poll(() => received).toHaveLength(1);
  const pinned = await server.app.inject({
    ...{ method: 'POST', url: `/api/repos/ada/project/builds/${number}/pin` },
    headers: bearer(ada),
  });
  expect(pinned.statusCode).toBeLessThan(300);
  await finish({ status: 'failure' });
  await expect.poll(() => received).toHaveLength(2);
  expect(await listDeliveries(id)).toHaveLength(2);
});

it('retries while the channel is unavailable, in order', async () => {
  answers = [{ status: 503 }, { status: 429, headers: { 'retry-after': '60' } }];
  const { id } = await subscribe();
  await finish({ status: 'failure', title: 'first' });
  await expect.poll(() => listDeliveries(id)).toMatchObject([{ status: 'waiting', tries: 1 }]);
  await finish({ status: 'failure', title: 'second' });
  await expect.poll(() => listDeliveries(id)).toHaveLength(2);
  await retryNow();
  await expect.poll(() => received).toHaveLength(2);
  await expect
    .poll(() => listDeliveries(id))
    .toMatchObject([{ tries: 0 }, { status: 'waiting', tries: 2, response_status: 429 }]);
  await retryNow();
  await expect.poll(() => received).toHaveLength(4);
  const titles = received.map(({ body }) => JSON.parse(body).title);
  expect(titles).toEqual(['first', 'first', 'first', 'second']);
});

it('fails at once if the channel rejects a message, and sends it again on request', async () => {
  answers = [{ status: 404, body: 'no /hooks/private-path with a secret' }];
  const { id } = await subscribe();
  await finish({ status: 'failure' });
  const failed = {
    status: 'failed',
    error: 'The channel responded with 404',
    response: 'no *** with ***',
  };
  await expect.poll(() => listDeliveries(id)).toMatchObject([failed]);
  const [delivery] = await listDeliveries(id);
  expect((await call('POST', `/${id}/deliveries/${delivery?.id}`)).status).toBe(200);
  await expect.poll(() => listDeliveries(id)).toMatchObject([{ status: 'sent', tries: 2 }]);
});

it('follows no redirect', async () => {
  answers = [{ status: 302, headers: { location: url } }];
  const { id } = await subscribe();
  await call('POST', `/${id}/test`);
  await expect.poll(() => listDeliveries(id)).toMatchObject([{ status: 'failed', build: 0 }]);
  expect(received).toHaveLength(1);
});

it('connects to no private network that is not allowed', async () => {
  const { id } = await subscribe({ url: 'http://127.0.0.2:9/' });
  await call('POST', `/${id}/test`);
  await expect
    .poll(() => listDeliveries(id))
    .toMatchObject([{ status: 'failed', error: 'The channel is not on the open internet' }]);
});

it('shows and stores no URL and no secret', async () => {
  const created = await subscribe();
  expect(created).toMatchObject({ host: new URL(url).host, signed: true, rule: 'failure' });
  await call('POST', `/${created.id}/test`);
  await expect.poll(() => listDeliveries(created.id)).toMatchObject([{ status: 'sent' }]);
  const { db } = server.core;
  const stored = [
    (await call('GET', '')).body,
    await listDeliveries(created.id),
    await db.selectFrom('notification_subscriptions').selectAll().execute(),
    await db.selectFrom('notification_deliveries').selectAll().execute(),
    await db.selectFrom('audit_events').selectAll().execute(),
  ];
  expect(JSON.stringify(stored)).not.toMatch(/private-path|a secret/);
});

it('changes and deletes subscriptions', async () => {
  const { id } = await subscribe();
  await subscribe({ name: 'other' });
  expect((await call('PATCH', `/${id}`, { name: 'other' })).status).toBe(409);
  const changed = await call('PATCH', `/${id}`, { rule: 'always', secret: '', events: ['push'] });
  expect(changed.body).toMatchObject({ rule: 'always', signed: false, events: ['push'] });
  expect((await call('DELETE', `/${id}`)).status).toBe(204);
  expect((await call('PATCH', `/${id}`, {})).status).toBe(404);
});

it('rejects bad input', async () => {
  for (const bad of ['ftp://example.com', 'nonsense', 'https://user:word@example.com']) {
    const refused = await call('POST', '', { name: 'a', channel: 'slack', url: bad });
    expect(refused).toMatchObject({ status: 400, body: { message: /URL/ } });
  }
  for (const name of ['a', 'b', 'c']) await subscribe({ name });
  const body = { name: 'd', channel: 'slack', url };
  expect((await call('POST', '', body)).body.message).toContain('at most 3 subscriptions');
});

it('allows only administrators of the repository', async () => {
  const bob = await server.addUser('bob');
  const { id } = await subscribe();
  expect((await call('GET', '', undefined, bob)).status).toBe(404);
  expect((await call('POST', `/${id}/test`, undefined, bob)).status).toBe(404);
});

it('shows a message before it is sent', async () => {
  const preview = async () => (await call('POST', '/preview', { channel: 'slack' })).body.body;
  expect(await preview()).toContain('Test message');
  await finish({ status: 'failure', title: '<!channel> look' });
  expect(await preview()).toContain('&lt;!channel&gt; look');
});
