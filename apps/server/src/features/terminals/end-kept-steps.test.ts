import type { KeptStep } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import { terminalLimits } from '@millrace/contract/terminals';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { execFilter, runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { EndKeptSteps } from './end-kept-steps.ts';

const { lostSec, unseenSec } = terminalLimits;

let now: number;
let server: TestServer;
let ada: { token: string };
let runner: RunnerApi;
beforeEach(async () => {
  now = 1_800_000_000;
  server = await startTestServer({ clock: { nowSec: () => now, nowMs: () => now * 1000 } });
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  await call('PATCH', 'terminal-settings', { keep_failed: true });
  runner = runnerApiOf(server);
});
afterEach(() => server.stop());

const call = (method: string, path: string, body?: object) =>
  fetch(`${server.url}/api/repos/ada/project/${path}`, {
    method,
    headers: { ...bearer(ada), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const listKept = async () =>
  (await (await call('GET', 'builds/1/kept-steps')).json()) as KeptStep[];

async function keepWithTerminal(): Promise<void> {
  const { step } = await startNextStage(runner);
  await runner.keepStep({ params: { step: step.id } });
  const [kept] = await listKept();
  await call('POST', `kept-steps/${kept?.id}/terminals`, { columns: 80, rows: 24 });
}

/** Moves the clock on as a server sees it that checks every 15 seconds. */
async function pass(seconds: number, ending: Pick<EndKeptSteps, 'checkAll'>): Promise<void> {
  for (const end = now + seconds; now < end; ) {
    now = Math.min(now + 15, end);
    await ending.checkAll();
  }
}
const endsOf = (kept: KeptStep[]) =>
  kept.map(({ end_reason, terminals }) => [end_reason, terminals[0]?.end_reason]);

it('runner and page have their time to call after the server was away', async () => {
  await keepWithTerminal();
  now += 200;
  const restarted = new EndKeptSteps({ ...server.core, contributed: server.features.contributed });
  await restarted.checkAll();
  await pass(unseenSec - 1, restarted);
  expect(endsOf(await listKept())).toEqual([[undefined, undefined]]);
  await pass(1, restarted);
  expect(endsOf(await listKept())).toEqual([[undefined, 'left']]);
  await pass(lostSec - unseenSec, restarted);
  expect(endsOf(await listKept())).toEqual([['runner', 'left']]);
});

it('runner and page have their time to call after the machine slept', async () => {
  await keepWithTerminal();
  await server.runJob('endKeptSteps');
  now += 200;
  await server.runJob('endKeptSteps');
  expect(endsOf(await listKept())).toEqual([[undefined, undefined]]);
});

/** Starts a stage that pauses before its step. */
async function pause() {
  const queued = await runner.requestStage({ body: execFilter }, AbortSignal.timeout(5000));
  const accepted = await runner.acceptStage({
    params: { stage: queued?.id ?? 0 },
    query: { machine: 'tester' },
  });
  const params = { stage: accepted.id };
  const step = { id: 0, step_id: 0, number: 1, name: 'greet', exit_code: 0, version: 0 };
  const steps = [{ ...step, status: 'pending' as const }];
  const stage = await runner.updateStage({
    params,
    body: { ...accepted, status: 'running', steps },
  });
  const stepParams = { step: stage.steps?.[0]?.id ?? 0 };
  await runner.keepStep({ params: stepParams });
  return { stage, params, stepParams };
}

it('a paused step ends with its stage', async () => {
  const { stage, params } = await pause();
  await server.runJob('endKeptSteps');
  expect(await listKept()).toMatchObject([{ paused: true, ended: 0 }]);
  await runner.updateStage({ params, body: { ...stage, status: 'error', stopped: now } });
  await server.runJob('endKeptSteps');
  expect(await listKept()).toMatchObject([{ end_reason: 'runner' }]);
});

it('the environment of a failed step ends when its runner has restarted with the same id', async () => {
  await keepWithTerminal();
  await runner.listClaims({ query: { machine: 'copy' } });
  await runnerApiOf(server, 'other').listClaims({ query: { machine: 'tester' } });
  expect(endsOf(await listKept())).toEqual([[undefined, undefined]]);
  await runner.listClaims({ query: { machine: 'tester' } });
  expect(endsOf(await listKept())).toEqual([['runner', 'runner']]);
});

it('a paused step waits on after the restart of its runner, without the terminals of before', async () => {
  const { stepParams } = await pause();
  const [kept] = await listKept();
  const open = () => call('POST', `kept-steps/${kept?.id}/terminals`, { columns: 80, rows: 24 });
  await open();
  await runner.listClaims({ query: { machine: 'tester' } });
  expect(endsOf(await listKept())).toEqual([[undefined, 'runner']]);
  // The next start of the runner gets the orders to new terminals alone.
  await runner.keepStep({ params: stepParams });
  await open();
  const orders = await runner.watchKeptStep({ params: stepParams, body: { open: [] } });
  const second = (await listKept())[0]?.terminals[1];
  expect(orders).toMatchObject({ open: [{ terminal: second?.id }], close: [] });
});
