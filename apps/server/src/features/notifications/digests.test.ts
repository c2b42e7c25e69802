import { afterEach, beforeEach, expect, it } from 'vitest';
import { type HttpReceiver, startReceiver } from '../../../testing/http-receiver.ts';
import { makeBuild } from '../../../testing/make-build.ts';
import { notificationsOf } from '../../../testing/notifications-of.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { touchBuild } from '../../../testing/touch-build.ts';

let receiver: HttpReceiver;
let server: TestServer;
let repoId: number;
let now: number;
let calls: ReturnType<typeof notificationsOf>;

beforeEach(async () => {
  now = Date.parse('2026-11-25T12:00:00Z') / 1000;
  receiver = await startReceiver('/hook');
  server = await startTestServer({
    env: { MILLRACE_NOTIFY_NETWORKS: '127.0.0.1', MILLRACE_NOTIFY_DIGEST_HOUR: '6' },
    clock: { nowSec: () => now },
    jobs: ['notifications'],
  });
  const ada = await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada')).id;
  calls = notificationsOf(server, '/api/repos/ada/project', ada);
});
afterEach(() => server.stop());

async function subscribe(wanted: object): Promise<{ id: number }> {
  const { url } = receiver;
  const body = { name: 'team', channel: 'webhook', url, digest: 'daily', ...wanted };
  return (await calls.call('POST', '', body)).body;
}

const finishNightly = (facts: Parameters<typeof makeBuild>[2]) =>
  makeBuild(server.core, repoId, { event: 'cron', cron: 'nightly', trigger: '@cron', ...facts });

function passTo(time: string): void {
  now = Date.parse(time) / 1000;
  server.core.bus.publish('jobAdded', {});
}

it('announces the cron builds of a day in one message', async () => {
  const { id } = await subscribe({});
  await finishNightly({ status: 'success' });
  const { number } = await finishNightly({ status: 'failure', title: '<b>' });
  await finishNightly({ status: 'killed' });
  await finishNightly({ status: 'success' });
  await expect.poll(() => calls.listDeliveries(id)).toHaveLength(3);
  expect(await calls.listDeliveries(id)).toMatchObject([
    { status: 'held', kind: 'build' },
    { status: 'held' },
    { status: 'held' },
  ]);
  passTo('2026-11-26T05:59:59Z');
  await makeBuild(server.core, repoId, { status: 'failure', title: 'a push' });
  await expect.poll(() => receiver.received).toHaveLength(1);
  passTo('2026-11-26T06:00:00Z');
  await expect.poll(() => receiver.received).toHaveLength(2);
  expect(receiver.received[1]?.headers['x-millrace-event']).toBe('digest');
  expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({
    type: 'digest',
    period: 'daily',
    repos: [
      {
        repo: 'ada/project',
        succeeded: 2,
        failed: 1,
        failures: [{ build: number, cron: 'nightly', branch: 'main' }],
      },
    ],
  });
  const listStates = async () =>
    (await calls.listDeliveries(id)).map(({ kind, status }) => [kind, status]);
  // The response is stored after the receiver has it.
  await expect.poll(listStates).toEqual([
    ['digest', 'sent'],
    ['build', 'sent'],
    ['build', 'digested'],
    ['build', 'digested'],
    ['build', 'digested'],
  ]);
});

it('counts a build once, even if the finished build changes', async () => {
  const { id } = await subscribe({});
  const build = await finishNightly({ status: 'failure' });
  await expect.poll(() => calls.listDeliveries(id)).toMatchObject([{ status: 'held' }]);
  passTo('2026-11-26T06:00:00Z');
  await expect.poll(() => receiver.received).toHaveLength(1);
  await touchBuild(server, build.id);
  await finishNightly({ status: 'failure' });
  await expect.poll(() => calls.listDeliveries(id)).toHaveLength(3);
  passTo('2026-11-27T06:00:00Z');
  await expect.poll(() => receiver.received).toHaveLength(2);
  expect(JSON.parse(receiver.received[1]?.body ?? '').repos).toMatchObject([{ failed: 1 }]);
});

it('sends nothing if the rule announces none of the builds', async () => {
  const { id } = await subscribe({ rule: 'failure' });
  await subscribe({ name: 'all', rule: 'always' });
  await finishNightly({ status: 'success' });
  await expect.poll(() => calls.listDeliveries(id)).toHaveLength(1);
  passTo('2026-11-26T06:00:00Z');
  await expect.poll(() => receiver.received).toHaveLength(1);
  expect(await calls.listDeliveries(id)).toMatchObject([{ status: 'digested' }]);
});

it('sends what was held when digests are turned off', async () => {
  const { id } = await subscribe({ digest: 'weekly' });
  await finishNightly({ status: 'failure' });
  await expect.poll(() => calls.listDeliveries(id)).toHaveLength(1);
  passTo('2026-11-25T12:00:01Z');
  expect(receiver.received).toHaveLength(0);
  await calls.call('PATCH', `/${id}`, { digest: 'off' });
  await expect.poll(() => receiver.received).toHaveLength(1);
});

it('compares cron builds with those of the same job', async () => {
  await subscribe({ digest: 'off', rule: 'failure_and_fixed' });
  await finishNightly({ status: 'failure' });
  await makeBuild(server.core, repoId, { status: 'success' });
  await finishNightly({ status: 'success', cron: 'weekly' });
  await finishNightly({ status: 'success' });
  await expect.poll(() => receiver.received).toHaveLength(2);
  expect(receiver.received.map(({ body }) => JSON.parse(body).outcome)).toEqual([
    'failed',
    'fixed',
  ]);
});
