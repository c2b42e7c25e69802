import type { AuditEvent } from '@millrace/contract/api';
import { lineStreamType } from '@millrace/contract/log-wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bearer,
  password,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

const dayMs = 86_400_000;
let nowMs = Date.UTC(2026, 0, 1);
let server: TestServer;
let ada: { id: number; token: string };
let bob: { id: number; token: string };

beforeAll(async () => {
  server = await startTestServer({
    clock: { nowMs: () => nowMs },
    env: { MILLRACE_AUDIT_DAYS: '30' },
  });
  ada = await server.addUser('ada', { admin: true });
  bob = await server.addUser('bob');
  await pushSampleRepo(server, 'bob', 'mill');
  await pushSampleRepo(server, 'ada', 'project');
  await call(bob, 'PATCH', '/api/repos/bob/mill', { timeout: 30 });
  nowMs += dayMs;
  await call(ada, 'PATCH', '/api/repos/ada/project', { trusted: true });
  await call(ada, 'POST', '/api/repos/ada/project/builds');
  await call(ada, 'DELETE', '/api/queue');
});
afterAll(() => server.stop());

it.each([
  ['', ['queue.pause', 'build.start', 'repo.update', 'repo.update']],
  ['?actor=BO', ['repo.update']],
  ['?repo=bob/m', ['repo.update']],
  ['?repo=%25', []],
  ['?action=build.start', ['build.start']],
  ['?action=repo', ['repo.update', 'repo.update']],
  ['?action=rep', []],
  [`?from=${Date.UTC(2026, 0, 2) / 1000}&action=repo`, ['repo.update']],
  [`?to=${Date.UTC(2026, 0, 2) / 1000}`, ['repo.update']],
  ['?per_page=2', ['queue.pause', 'build.start']],
])('filters events, newest first: %s', async (query, actions) => {
  expect((await list(`/api/audit${query}`)).map(({ action }) => action)).toEqual(actions);
});

it('continues after the last event of a page', async () => {
  const [, second] = await list('/api/audit?per_page=2');
  const next = await list(`/api/audit?before=${second?.id}`);
  expect(next.map(({ action }) => action)).toEqual(['repo.update', 'repo.update']);
});

it('rejects an invalid filter', async () => {
  const { statusCode, body } = await call(ada, 'GET', '/api/audit?before=yesterday');
  expect([statusCode, body]).toEqual([
    400,
    '{"message":"Invalid query: before must be a whole number","code":"invalid_input"}',
  ]);
});

it('shows the admins of a repository its own events', async () => {
  const { body } = await call(bob, 'GET', '/api/repos/bob/mill/audit');
  expect(JSON.parse(body)).toMatchObject([
    { actor: 'bob', repo: 'bob/mill', details: { timeout: 30 }, address: '127.0.0.1' },
  ]);
});

it('exports all events as JSON lines', async () => {
  const answer = await call(ada, 'GET', '/api/audit?action=repo', undefined, lineStreamType);
  expect(answer.headers['content-disposition']).toContain('audit.jsonl');
  const lines = answer.body.trim().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line).repo)).toEqual(['ada/project', 'bob/mill']);
});

it('records sign-ins, rejected sign-ins and sign-outs', async () => {
  const signIn = (secret: string) =>
    server.app.inject({
      method: 'POST',
      url: '/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.url },
      payload: new URLSearchParams({ username: 'bob', password: secret }).toString(),
    });
  await signIn('wrong');
  const { cookies } = await signIn(password);
  const [{ name, value } = { name: '', value: '' }] = cookies;
  await server.app.inject({
    method: 'POST',
    url: '/logout',
    headers: { origin: server.url },
    cookies: { [name]: value },
  });
  expect(await list('/api/audit?action=session')).toMatchObject([
    { action: 'session.sign_out', actor: 'bob', credential: 'session' },
    { action: 'session.sign_in', actor: 'bob', credential: 'password' },
    {
      action: 'session.reject',
      actor: '',
      credential: 'none',
      target: 'bob',
      details: { reason: 'Invalid username or password' },
    },
  ]);
});

it('names the access token of a call', async () => {
  const body = { name: 'ci', scope: 'admin' };
  const created = await call(ada, 'POST', '/api/user/tokens', body);
  await call(JSON.parse(created.body), 'POST', '/api/queue');
  const [event] = await list('/api/audit?action=queue.resume');
  expect(event).toMatchObject({ actor: 'ada', credential: 'access_token', token: 'ci' });
});

it('records no rejected call', async () => {
  const before = await list('/api/audit');
  await call(bob, 'PATCH', '/api/repos/bob/mill', { trusted: true });
  await call(ada, 'DELETE', '/api/users/nobody');
  expect(await list('/api/audit')).toEqual(before);
});

it('keeps the database from changing an event', async () => {
  const change = server.core.db.updateTable('audit_events').set({ actor: 'eve' }).execute();
  await expect(change).rejects.toThrow('audit events cannot be changed');
});

it('deletes events after the configured time', async () => {
  nowMs = Date.UTC(2026, 0, 31, 1);
  await server.runJob('deleteExpiredAuditEvents');
  const events = await list('/api/audit?action=repo');
  expect(events.map(({ repo }) => repo)).toEqual(['ada/project']);
});

function call(
  user: { token: string },
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  accept = 'application/json',
) {
  const headers = { ...bearer(user), accept };
  return server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
}

async function list(url: string): Promise<AuditEvent[]> {
  return JSON.parse((await call(ada, 'GET', url)).body);
}
