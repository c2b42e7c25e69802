import type { NewPersonalSubscription, PersonalSubscription } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type HttpReceiver, startReceiver } from '../../../testing/http-receiver.ts';
import { makeBuild } from '../../../testing/make-build.ts';
import { notificationsOf } from '../../../testing/notifications-of.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let receiver: HttpReceiver;
/** Receives all results of the repository. */
let witness: HttpReceiver;
let server: TestServer;
let ada: { token: string };
let bob: { id: number; token: string };
let repoId: number;
let calls: ReturnType<typeof notificationsOf>;

beforeEach(async () => {
  receiver = await startReceiver('/hook');
  server = await startTestServer({
    env: { MILLRACE_NOTIFY_NETWORKS: '127.0.0.1' },
    jobs: ['notifications'],
  });
  ada = await server.addUser('ada');
  bob = await server.addUser('bob');
  repoId = (await pushSampleRepo(server, 'ada')).id;
  calls = notificationsOf(server, '/api/user', bob);
  witness = await startReceiver('/hook');
  const ofRepo = notificationsOf(server, '/api/repos/ada/project', ada);
  await ofRepo.call('POST', '', { name: 'all', channel: 'webhook', url: witness.url });
});
afterEach(() => server.stop());

async function subscribe(
  wanted: Partial<NewPersonalSubscription> = {},
): Promise<PersonalSubscription> {
  const { url } = receiver;
  const created = await calls.call('POST', '', {
    name: 'mine',
    channel: 'webhook',
    url,
    ...wanted,
  });
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  return created.body;
}

/** Makes a failed build, and waits until it is announced. */
async function fail(facts: Parameters<typeof makeBuild>[2]): Promise<void> {
  const count = witness.received.length;
  await makeBuild(server.core, repoId, { status: 'failure', ...facts });
  await expect.poll(() => witness.received).toHaveLength(count + 1);
}

const grant = () => server.core.repos.grant(bob.id, repoId, 'read');
const titles = () => receiver.received.map(({ body }) => JSON.parse(body).title);

it('announces builds that the account started or wrote', async () => {
  await grant();
  await server.core.db
    .updateTable('users')
    .set({ email: 'bob@example.com' })
    .where('id', '=', bob.id)
    .execute();
  await subscribe();
  await fail({ title: 'of others' });
  await fail({ title: 'started', trigger: 'bob' });
  await fail({ title: 'pushed', sender: 'bob' });
  await fail({ title: 'wrote', authorLogin: 'bob' });
  await fail({ title: 'wrote by address', authorEmail: 'bob@example.com' });
  await expect.poll(titles).toEqual(['started', 'pushed', 'wrote', 'wrote by address']);
});

it('announces all builds of chosen repositories', async () => {
  await grant();
  const created = await subscribe({ scope: 'chosen', repos: ['ada/project'] });
  expect(created).toMatchObject({ scope: 'chosen', repos: ['ada/project'] });
  await fail({ title: 'of ada' });
  await expect.poll(titles).toEqual(['of ada']);
  const none = await calls.call('PATCH', `/${created.id}`, { repos: [] });
  expect(none.body).toMatchObject({ repos: [] });
  await fail({ title: 'not chosen' });
  await calls.call('PATCH', `/${created.id}`, { repos: ['ada/project'] });
  await fail({ title: 'chosen again' });
  await expect.poll(titles).toEqual(['of ada', 'chosen again']);
});

it('names no repository that the account may not read', async () => {
  const refused = await calls.call('POST', '', {
    name: 'mine',
    channel: 'webhook',
    url: receiver.url,
    scope: 'chosen',
    repos: ['ada/project'],
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { message: 'There is no repository ada/project' },
  });
});

it('announces nothing to an account that may not read the repository', async () => {
  await subscribe();
  await fail({ trigger: 'bob', title: 'hidden' });
  await grant();
  await fail({ trigger: 'bob', title: 'visible' });
  await expect.poll(titles).toEqual(['visible']);
});

it('checks again when it sends', async () => {
  receiver.answers = [{ status: 503 }];
  await grant();
  const { id } = await subscribe({ scope: 'chosen', repos: ['ada/project'] });
  await fail({});
  await expect.poll(() => calls.listDeliveries(id)).toMatchObject([{ tries: 1 }]);
  await server.core.repos.revoke(repoId, 'bob');
  await calls.retryNow();
  await expect
    .poll(() => calls.listDeliveries(id))
    .toMatchObject([
      { status: 'failed', error: 'The account may no longer read the repository', request: '' },
    ]);
  expect(receiver.received).toHaveLength(1);
  expect((await calls.call('GET', '')).body).toMatchObject([{ repos: [] }]);
});

it('sends no waiting message of a disabled subscription', async () => {
  receiver.answers = [{ status: 503 }];
  await grant();
  const { id } = await subscribe({ scope: 'chosen', repos: ['ada/project'] });
  await fail({});
  await expect.poll(() => calls.listDeliveries(id)).toMatchObject([{ tries: 1 }]);
  await calls.call('PATCH', `/${id}`, { disabled: true });
  await calls.retryNow();
  await expect
    .poll(() => calls.listDeliveries(id))
    .toMatchObject([{ status: 'failed', error: 'The subscription is disabled' }]);
});

it('hides subscriptions from other accounts', async () => {
  const { id } = await subscribe();
  for (const [method, at] of [
    ['PATCH', `/${id}`],
    ['DELETE', `/${id}`],
    ['POST', `/${id}/test`],
    ['GET', `/${id}/deliveries`],
  ] as const) {
    const body = method === 'PATCH' ? {} : undefined;
    expect((await calls.call(method, at, body, ada)).status).toBe(404);
  }
  expect((await calls.call('GET', '', undefined, ada)).body).toEqual([]);
  const ofRepo = notificationsOf(server, '/api/repos/ada/project', ada);
  expect((await ofRepo.call('GET', `/${id}/deliveries`)).status).toBe(404);
});

it('is deleted with its account', async () => {
  await subscribe({ scope: 'own' });
  await server.core.db.deleteFrom('users').where('id', '=', bob.id).execute();
  const remaining = await server.core.db
    .selectFrom('notification_subscriptions')
    .select('name')
    .execute();
  expect(remaining).toEqual([{ name: 'all' }]);
});
