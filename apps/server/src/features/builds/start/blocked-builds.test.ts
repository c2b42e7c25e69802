import type { Build, BuildCounts, Repo } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setStatus } from '../../../../testing/set-status.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

let server: TestServer;
let root: { token: string };
beforeEach(async () => {
  server = await startTestServer();
  root = await server.addUser('root', { admin: true });
  await pushSampleRepo(server, 'root');
  await server.app.inject({
    method: 'POST',
    url: '/api/repos/root/project/builds',
    headers: bearer(root),
  });
  await setStatus(server, 'stages', 1, 'blocked');
});
afterEach(() => server.stop());

async function get<Answer>(path: string): Promise<Answer> {
  return (await server.app.inject({ url: path, headers: bearer(root) })).json();
}

it.each([
  ['blocked', [1]],
  ['pending', [2]],
  ['running', []],
])('finds %s builds, by whether a stage waits for approval', async (status, numbers) => {
  const builds = await get<Build[]>(`/api/repos/root/project/builds?status=${status}`);
  expect(builds.map(({ number }) => number)).toEqual(numbers);
  const feed = await get<Repo[]>(`/api/user/builds/feed?status=${status}`);
  expect(feed.map(({ build }) => build?.number)).toEqual(numbers);
  const counts = await get<BuildCounts>(`/api/repos/root/project/builds/counts?status=${status}`);
  expect(counts.total).toBe(numbers.length);
  expect(counts.by.status).toEqual([
    { value: 'blocked', count: 1 },
    { value: 'pending', count: 1 },
  ]);
});

it('counts builds that wait for approval for Prometheus', async () => {
  const { body } = await server.app.inject({ url: '/metrics', headers: bearer(root) });
  expect(body).toContain('\nmillrace_blocked_builds 1\n');
});
