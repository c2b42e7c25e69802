import type { QueuePage } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

const firstPipeline = `kind: pipeline
type: exec
name: unit
steps: [{ name: a, commands: [b] }]
`;
const pipeline = `kind: pipeline
type: exec
name: build
node: { disk: ssd }
steps: [{ name: a, commands: [b] }]
---
kind: pipeline
type: docker
name: deploy
depends_on: [build]
steps: [{ name: a, image: c, commands: [d] }]
`;

let server: TestServer;
let root: { token: string };
beforeEach(async () => {
  server = await startTestServer();
  await server.addUser('ada');
  root = await server.addUser('root', { admin: true });
  await pushSampleRepo(server, 'ada', 'one', firstPipeline);
  await pushSampleRepo(server, 'ada', 'two', pipeline);
});
afterEach(() => server.stop());

const read = async (query: Record<string, string> = {}): Promise<QueuePage> =>
  (await server.app.inject({ url: '/api/system/queue', query, headers: bearer(root) })).json();
const namesOf = async (query: Record<string, string>) =>
  (await read(query)).stages.map(({ repo, name }) => `${repo} ${name}`);

it('counts the stages of all repositories, and shows the first with their builds', async () => {
  await startNextStage(runnerApiOf(server));
  const { stages, ...counts } = await read({ limit: '2' });
  expect(counts).toEqual({ paused: false, held: false, running: 1, waiting: 2, matching: 3 });
  expect(stages).toMatchObject([
    { repo: 'ada/one', build: 1, number: 1, event: 'push', status: 'running' },
    { repo: 'ada/two', name: 'build', labels: { disk: 'ssd' }, machine: '', started: 0 },
  ]);
  expect(stages[1]?.waiting).toMatchObject({ reason: 'no_runner' });
  expect(stages[0]?.title).not.toBe('');
});

it('filters by text, state and reason', async () => {
  await startNextStage(runnerApiOf(server));
  expect(await namesOf({ q: 'ADA/ONE' })).toEqual(['ada/one unit']);
  expect(await namesOf({ q: 'disk:ssd' })).toEqual(['ada/two build']);
  expect(await namesOf({ state: 'running' })).toEqual(['ada/one unit']);
  expect(await namesOf({ state: 'waiting', q: 'deploy' })).toEqual(['ada/two deploy']);
  expect(await namesOf({ state: 'dependencies' })).toEqual(['ada/two deploy']);
  expect(await namesOf({ state: 'unknown' })).toEqual([]);
});

it('reports that the queue is paused', async () => {
  await server.app.inject({ method: 'DELETE', url: '/api/queue', headers: bearer(root) });
  expect(await read({ state: 'paused' })).toMatchObject({ paused: true, matching: 2 });
});
