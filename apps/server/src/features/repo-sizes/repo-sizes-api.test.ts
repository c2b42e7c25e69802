import type { RepoSummaries } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CacheCalls } from '../../../testing/cache-calls.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { uploadArtifact } from '../../../testing/upload-artifact.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';

let now: number;
let server: TestServer;
let root: { token: string };
beforeEach(async () => {
  now = 1_800_000_000;
  server = await startTestServer({ clock: { nowSec: () => now } });
  await server.addUser('ada');
  await server.addUser('bob');
  root = await server.addUser('root', { admin: true });
  await pushSampleRepo(server, 'ada', 'one');
  await pushSampleRepo(server, 'bob', 'two');
});
afterEach(() => server.stop());

const read = async (query: Record<string, string> = {}): Promise<RepoSummaries> =>
  (await server.app.inject({ url: '/api/system/repos', query, headers: bearer(root) })).json();
const slugsOf = async (query: Record<string, string>) =>
  (await read(query)).repos.map(({ slug }) => slug);
const measure = async () => {
  const job = server.features.jobs.get('measureRepos');
  if (job instanceof RepeatedJob) await job.runOnce();
};

async function addContent() {
  const runner = runnerApiOf(server);
  const { step } = await startNextStage(runner);
  const lines = [{ pos: 0, out: 'a line of the log\n', time: 0 }];
  await runner.appendLogs({ params: { step: step.id }, body: lines });
  await uploadArtifact(runner, step.id, 'a.txt', 'content');
  const caches = new CacheCalls(runner, step.id);
  for (const key of ['npm-1', 'npm-2']) await caches.put(key, 'packages');
}

it('lists repositories with their owners, newest builds and measured sizes', async () => {
  expect((await read()).repos).toMatchObject([
    {
      slug: 'ada/one',
      owner: 'ada',
      active: true,
      visibility: 'private',
      trusted: false,
      size: null,
      last_build: { number: 1, status: 'pending' },
    },
    { slug: 'bob/two', owner: 'bob' },
  ]);
  await addContent();
  await measure();
  const { repos, matching, bytes } = await read();
  const sizes = repos.map(({ size }) => size);
  expect(sizes).toMatchObject([
    { artifacts: 7, caches: 8, measured: now },
    { artifacts: 0, caches: 0, logs: 0 },
  ]);
  const total = sizes.reduce((sum, size) => {
    return sum + (size ? size.git + size.logs + size.artifacts + size.caches : 0);
  }, 0);
  expect(sizes[0]?.git).toBeGreaterThan(0);
  expect(sizes[0]?.logs).toBeGreaterThan(0);
  expect({ matching, bytes }).toEqual({ matching: 2, bytes: total });
});

it('measures again after an hour', async () => {
  await measure();
  await addContent();
  now += 3600;
  await measure();
  expect((await read()).repos[0]?.size).toMatchObject({ artifacts: 0, measured: now - 3600 });
  now += 1;
  await measure();
  expect((await read()).repos[0]?.size).toMatchObject({ artifacts: 7, measured: now });
});

it('filters and sorts', async () => {
  await addContent();
  await measure();
  expect(await slugsOf({ q: 'ADA' })).toEqual(['ada/one']);
  expect(await slugsOf({ q: 'bo', active: 'true' })).toEqual(['bob/two']);
  expect(await slugsOf({ active: 'false' })).toEqual([]);
  expect(await slugsOf({ sort: 'size' })).toEqual(['ada/one', 'bob/two']);
  expect(await slugsOf({ limit: '1' })).toEqual(['ada/one']);
});
