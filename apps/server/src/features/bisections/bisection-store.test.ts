import { afterEach, beforeEach, expect, it } from 'vitest';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import type { NewBisection } from './bisection.ts';
import { BisectionStore } from './bisection-store.ts';

let server: TestServer;
let store: BisectionStore;
let repoId: number;
beforeEach(async () => {
  server = await startTestServer();
  await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada')).id;
  store = new BisectionStore(server.core.db);
});
afterEach(() => server.stop());

const add = (status: NewBisection['status']) =>
  store.insert(
    {
      repoId,
      status,
      error: '',
      starter: 'ada',
      reader: '',
      canceledBy: '',
      build: 2,
      stepId: 1,
      stage: 'test',
      step: 'unit',
      goodBuild: 1,
      goodCommit: 'a',
      badBuild: 2,
      badCommit: 'c',
      failures: 1,
      flakiness: [{ rate: 0.1, weight: 1 }],
      firstBad: 0,
      lastBad: 0,
      confidence: 0.125,
      created: 1,
      finished: 2,
    },
    [],
  );

it('deletes the oldest bisections, but none that is running', async () => {
  for (const status of ['found', 'running', 'found', 'found'] as const) await add(status);
  await store.deleteOldest(repoId, 2);
  expect((await store.list(repoId, 10)).map(({ id }) => id)).toEqual([4, 3, 2]);
  await store.deleteOldest(repoId, 10);
  expect(await store.list(repoId, 10)).toHaveLength(3);
});

it('adds a run once, and none to a bisection that has finished', async () => {
  const { id } = await add('running');
  const run = { number: 1, commit: 1, build: 0, outcome: '' as const, created: 1 };
  expect(await store.addRun(id, run)).toBe(true);
  expect(await store.addRun(id, run)).toBe(false);
  expect(await store.finish(id, { status: 'canceled', finished: 3 })).toBe(true);
  expect(await store.finish(id, { status: 'found', finished: 4 })).toBe(false);
  expect(await store.addRun(id, { ...run, number: 2 })).toBe(false);
  expect(await store.find(id)).toMatchObject({ status: 'canceled', confidence: 0.125 });
});
