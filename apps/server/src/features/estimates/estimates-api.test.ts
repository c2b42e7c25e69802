import type { BuildEstimate } from '@millrace/contract/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { queuePort } from '../queue/port.ts';
import { EstimateReader } from './estimate-reader.ts';
import { HistoryReader } from './history-reader.ts';

let server: TestServer;
let ada: { token: string };
let bob: { token: string };
const now = () => Math.floor(Date.now() / 1000);

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  bob = await server.addUser('bob');
  await pushSampleRepo(server, 'ada');
  for (const seconds of [100, 120, 140]) {
    await runStage(seconds);
    await runStage(seconds / 2);
    await start();
  }
});
afterAll(() => server.stop());

const start = (slug = 'ada/project') =>
  fetch(`${server.url}/api/repos/${slug}/builds`, { method: 'POST', headers: bearer(ada) });

/** Runs the next stage, and reports that it took so long. */
async function runStage(seconds: number) {
  const api = runnerApiOf(server);
  const { stage, step } = await startNextStage(api);
  const started = now() - seconds;
  const ended = { status: 'success' as const, exit_code: 0, started, stopped: now() };
  const steps = [await api.updateStep({ params: { step: step.id }, body: { ...step, ...ended } })];
  await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...ended, steps } });
}

async function call<Output>(path: string, person: { token: string }) {
  const answer = await fetch(`${server.url}/api${path}`, { headers: bearer(person) });
  return { status: answer.status, body: (await answer.json()) as Output };
}

it('estimates the end of a running build and of its waiting stage', async () => {
  const api = runnerApiOf(server);
  await startNextStage(api);
  const { body } = await call<BuildEstimate[]>('/repos/ada/project/estimates', ada);
  const [build] = body;
  expect(build?.build).toBe(4);
  // The only runner is a test, which is no longer known to have a free slot for the second stage.
  const first = build?.stages.find(({ stage }) => stage === 1);
  expect(first?.start).toBeUndefined();
  const { low = 0, likely = 0, high = 0 } = first?.end ?? {};
  expect(likely - now()).toBeGreaterThan(60);
  expect(likely - now()).toBeLessThan(240);
  expect(low).toBeLessThanOrEqual(likely);
  expect(high).toBeGreaterThanOrEqual(likely);
});

it('does not estimate a stage that a person continues', async () => {
  const { core, ask, features } = server;
  const { contributed } = features;
  const histories = new HistoryReader(core.db);
  const reader = new EstimateReader({
    ...core,
    queuePort: ask(queuePort),
    contributed,
    histories,
  });
  const repo = await core.repos.findBySlug('ada/project');
  const [stage] = (await ask(queuePort).listWaiting()).open.filter(
    ({ status }) => status === 'running',
  );
  const [step] = await core.stages.listSteps([stage?.id ?? 0]);
  await fetch(`${server.url}/api/repos/ada/project/terminal-settings`, {
    method: 'PATCH',
    headers: { ...bearer(ada), 'content-type': 'application/json' },
    body: '{"keep_failed": true}',
  });
  await runnerApiOf(server).keepStep({ params: { step: step?.id ?? 0 } });
  const [build] = await reader.list(repo?.id ?? 0);
  expect(build).toEqual({ build: 4, stages: [] });
});

it('knows the durations of a build as soon as it has finished', async () => {
  const { core, ask } = server;
  await pushSampleRepo(server, 'ada', 'young');
  const histories = new HistoryReader(core.db);
  const readNames = async () => {
    const { open } = await ask(queuePort).listWaiting();
    const young = open.filter(({ repoId }) => repoId === open.at(-1)?.repoId);
    const [history] = (await histories.read(young)).values();
    return [...(history?.models.keys() ?? [])];
  };
  await start('ada/young');
  expect(await readNames()).toEqual([]);
  for (let stages = 0; stages < 4; stages++) await runStage(100);
  await start('ada/young');
  expect(await readNames()).toEqual(['first', 'second']);
});

it('lists only what the account may read', async () => {
  expect(await call('/repos/ada/project/estimates', bob)).toMatchObject({ status: 404 });
  expect(await call('/estimates', bob)).toEqual({ status: 200, body: [] });
});
