import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type ExtensionServer,
  extensionSecret,
  startExtension,
} from '../../../../testing/extension-server.ts';
import { runnerApiOf, startNextStage } from '../../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';
import { UserStore } from '../../../accounts/user-store.ts';

let first: ExtensionServer;
let second: ExtensionServer;
let server: TestServer;
let root: { token: string };

beforeEach(async () => {
  first = await startExtension();
  second = await startExtension();
});
afterEach(async () => {
  await server.stop();
  await first.stop();
  await second.stop();
});

async function start(env: Record<string, string> = {}, jobs = ['sendWebhooks']): Promise<void> {
  server = await startTestServer({
    env: {
      MILLRACE_WEBHOOK_PLUGIN_ENDPOINT: first.url,
      MILLRACE_WEBHOOK_PLUGIN_SECRET: extensionSecret,
      MILLRACE_WEBHOOK_PLUGIN_TIMEOUT: '1s',
      ...env,
    },
    jobs,
  });
  root = await server.addUser('root', { admin: true });
}

const call = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: bearer(root), ...(payload ? { payload } : {}) });
const eventsOf = ({ received }: ExtensionServer) =>
  received.map(({ body }) => `${body.event}:${body.action}`);
const untilReceived = (extension: ExtensionServer, events: string[]) =>
  vi.waitFor(() => expect(eventsOf(extension)).toEqual(expect.arrayContaining(events)), 8000);
const listJobs = () =>
  server.core.db.selectFrom('jobs').select(['kind', 'key', 'error', 'payload']).execute();

it('sends changes of accounts', async () => {
  await start();
  await call('POST', '/api/users', { login: 'ada', email: 'ada@example.com' });
  await call('PATCH', '/api/users/ada', { admin: true });
  await call('DELETE', '/api/users/ada');
  await untilReceived(first, ['user:deleted']);
  const events = first.received.filter(({ body }) => body.user?.login === 'ada');
  expect(events.map(({ body }) => [body.action, body.user?.admin])).toEqual([
    ['created', false],
    ['updated', true],
    ['deleted', true],
  ]);
  expect(events[0]).toMatchObject({
    isSigned: true,
    headers: { accept: 'application/vnd.drone.webhook.v1+json', 'x-drone-event': 'user' },
    body: { user: { email: 'ada@example.com', avatar_url: '' } },
  });
  expect(events[0]?.body.system).toEqual({
    proto: 'http',
    host: new URL(server.url).host,
    link: server.url,
    version: expect.any(String),
  });
  expect(JSON.stringify(events)).not.toMatch(/password|token/i);
});

it('sends changes of repositories', async () => {
  await start();
  await pushSampleRepo(server, 'root');
  await call('PATCH', '/api/repos/root/project', { config_path: 'ci.yml' });
  await call('DELETE', '/api/repos/root/project');
  await call('POST', '/api/repos/root/project');
  await call('DELETE', '/api/repos/root/project?remove=true');
  await untilReceived(first, ['repo:deleted']);
  const events = first.received.filter(({ body }) => body.event === 'repo');
  expect(events.map(({ body }) => body.action)).toEqual([
    'enabled',
    'updated',
    'disabled',
    'enabled',
    'deleted',
  ]);
  expect(events[1]?.body.repo).toMatchObject({ slug: 'root/project', config_path: 'ci.yml' });
});

it('sends repositories that are deleted or transferred with their account', async () => {
  await start();
  for (const login of ['ada', 'bob']) {
    await server.addUser(login);
    await pushSampleRepo(server, login);
  }
  await server.addUser('carol');
  await call('DELETE', '/api/users/ada?contents=delete');
  await call('DELETE', '/api/users/bob?successor=carol');
  await untilReceived(first, ['repo:deleted', 'repo:updated']);
  const slugOf = (action: string) =>
    first.received.find(({ body }) => body.event === 'repo' && body.action === action)?.body.repo
      ?.slug;
  expect([slugOf('deleted'), slugOf('updated')]).toEqual(['ada/project', 'carol/project']);
});

it('sends builds, with their newest state', async () => {
  await start();
  await pushSampleRepo(server, 'root');
  await untilReceived(first, ['build:created']);
  const runner = runnerApiOf(server);
  const { stage, step } = await startNextStage(runner);
  await runner.updateStep({ params: { step: step.id }, body: { ...step, status: 'failure' } });
  await runner.updateStage({ params: { stage: stage.id }, body: { ...stage, status: 'failure' } });
  await vi.waitFor(() => expect(first.received.at(-1)?.body.build?.status).toBe('failure'), 8000);
  const { body } = first.received.at(-1) ?? {};
  expect(body).toMatchObject({
    event: 'build',
    action: 'updated',
    repo: { slug: 'root/project' },
    build: { number: 1, stages: [{ name: 'first', steps: [{ name: 'greet' }] }, {}] },
  });
  expect(eventsOf(first).filter((event) => event === 'build:created')).toHaveLength(1);
});

it('sends only the events of the setting, and those of its repositories', async () => {
  await start({
    MILLRACE_WEBHOOK_PLUGIN_ENDPOINT: `${first.url}, root/other=${second.url}`,
    MILLRACE_WEBHOOK_PLUGIN_EVENTS: 'build, repo:dis*',
  });
  await pushSampleRepo(server, 'root');
  await call('DELETE', '/api/repos/root/project');
  await pushSampleRepo(server, 'root', 'other');
  await untilReceived(second, ['build:created']);
  await untilReceived(first, ['repo:disabled']);
  expect(new Set([...eventsOf(first), ...eventsOf(second)])).toEqual(
    new Set(['build:created', 'repo:disabled']),
  );
  expect(second.received.map(({ body }) => body.repo?.slug)).toEqual(['root/other']);
});

it('is not delayed by a receiver that is away, which gets the event later', async () => {
  await start({ MILLRACE_WEBHOOK_PLUGIN_ENDPOINT: `${first.url}?key=hidden, ${second.url}` });
  first.answer = () => {};
  await pushSampleRepo(server, 'root');
  await untilReceived(second, ['build:created', 'repo:enabled', 'user:created']);
  const waiting = await listJobs();
  expect(waiting.length).toBeGreaterThan(0);
  expect(JSON.stringify(waiting)).not.toContain('hidden');
  const { body } = await server.app.inject({ url: '/api/system/jobs', headers: bearer(root) });
  expect(body).toContain('repo:enabled root/project ');
  expect(body).not.toContain('"repo":"root');
});

it('stores events, so that a server that starts later sends them', async () => {
  await start({}, []);
  await pushSampleRepo(server, 'root');
  const stored = (await listJobs()).map(({ key }) => key.replace(/ .*/, '')).sort();
  expect(stored).toEqual(['repo:enabled', 'user:created']);
  server.features.jobs.get('sendWebhooks')?.run();
  await untilReceived(first, ['repo:enabled', 'user:created']);
  await server.features.jobs.get('sendWebhooks')?.stop();
});

it('stores nothing of a change that is rolled back', async () => {
  await start({}, []);
  const before = await listJobs();
  const { db, userStore, observers } = server.core;
  const { id = 0 } = (await userStore.findByLogin('root')) ?? {};
  const failed = db.transaction().execute(async (trx) => {
    await new UserStore(trx, () => {}, observers.user).update(id, { email: 'x@example.com' });
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  expect(await listJobs()).toEqual(before);
});

it('keeps an event that the receiver rejects as a failed job', async () => {
  await start();
  first.answer = { status: 400, text: 'unknown event' };
  await pushSampleRepo(server, 'root');
  await vi.waitFor(async () => {
    const errors = (await listJobs()).map(({ error }) => error ?? '');
    expect(errors.join()).toContain(
      `The webhook extension ${first.url} failed: it answered 400: unknown event`,
    );
  }, 8000);
});
