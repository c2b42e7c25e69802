import type { Stage } from '@millrace/contract/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildsOf } from '../../../testing/builds-of.ts';
import { execFilter, runnerApiOf } from '../../../testing/fake-work.ts';
import {
  claimOverRpc,
  newRunnerId,
  type RpcClient,
  rpcClient,
  rpcEnvironment,
  startOverRpc,
} from '../../../testing/rpc-client.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let now: number;
let server: TestServer;
let repoId: number;
let rpc: RpcClient;
beforeEach(async () => {
  now = 1_800_000_000;
  server = await startTestServer({ clock: { nowSec: () => now }, env: rpcEnvironment });
  await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada')).id;
  rpc = rpcClient(server, { runner: newRunnerId() });
});
afterEach(() => server.stop());

/** Moves the clock on as a server sees it that looks now and every 15 seconds. */
async function pass(seconds: number): Promise<void> {
  await server.runJob('lostStages');
  for (const end = now + seconds; now < end; ) {
    now = Math.min(now + 15, end);
    await server.runJob('lostStages');
  }
}

async function readStage(): Promise<Stage> {
  const build = (await buildsOf(server).readModel.findByNumber(repoId, 1))?.read();
  const stage = build?.stages?.[0];
  if (!stage) throw new Error('There is no stage');
  return stage;
}

describe('a runner that stops answering', () => {
  it('returns a stage that has not started to the queue', async () => {
    await claimOverRpc(rpc, 'gone');
    await pass(119);
    expect(await readStage()).toMatchObject({ status: 'pending', machine: 'gone' });
    await pass(1);
    const stage = await readStage();
    expect([stage.status, stage.machine]).toEqual(['pending', undefined]);
    expect((await rpc('GET', `/stage/${stage.id}`)).status).toBe(409);
    const other = rpcClient(server, { runner: newRunnerId() });
    expect(await claimOverRpc(other, 'other')).toMatchObject({ id: stage.id, machine: 'other' });
  });

  it('fails a stage that has started, and late reports are rejected', async () => {
    const { stage, step } = await startOverRpc(rpc, 'gone');
    await pass(119);
    expect((await readStage()).status).toBe('running');
    await pass(1);
    const error = 'The runner gone stopped answering';
    expect(await readStage()).toMatchObject({ status: 'error', error, exit_code: 255 });
    expect((await readStage()).steps?.[0]).toMatchObject({ status: 'error', error });
    expect((await buildsOf(server).readModel.findByNumber(repoId, 1))?.read().status).toBe('error');
    expect((await rpc('PUT', `/step/${step.id}`, { ...step, status: 'success' })).status).toBe(409);
    expect((await rpc('PUT', `/stage/${stage.id}`, { ...stage, status: 'success' })).status).toBe(
      409,
    );
  });

  it('is detected without an id, too', async () => {
    await startOverRpc(rpcClient(server), 'drone');
    await pass(120);
    expect((await readStage()).error).toBe('The runner drone stopped answering');
  });
});

describe('a heartbeat', () => {
  it.each<[string, (stage: Stage) => Promise<unknown>]>([
    [
      'a watch',
      ({ build_id }) => runnerApi().watchBuild({ params: { build: build_id }, query: {} }, ended),
    ],
    ['a report', (stage) => rpc('PUT', `/stage/${stage.id}`, stage)],
    ['a log', (stage) => rpc('POST', `/step/${stage.steps?.[0]?.id}/logs/batch`, [])],
  ])('is sent by %s', async (_, call) => {
    const { stage } = await startOverRpc(rpc);
    await pass(100);
    await call(stage);
    await pass(119);
    expect((await readStage()).status).toBe('running');
    await pass(1);
    expect((await readStage()).status).toBe('error');
  });
  const ended = AbortSignal.abort();
  const runnerApi = () => runnerApiOf(server, runnerId);
  let runnerId: string;
  beforeEach(() => {
    runnerId = newRunnerId();
    rpc = rpcClient(server, { runner: runnerId });
  });

  it('is not sent by calls of another runner', async () => {
    const { stage } = await startOverRpc(rpc);
    await pass(100);
    const foreign = rpcClient(server, { runner: newRunnerId() });
    await foreign('PUT', `/stage/${stage.id}`, stage);
    await foreign('POST', `/build/${stage.build_id}/watch`);
    await pass(20);
    expect((await readStage()).status).toBe('error');
  });
});

describe('a server that runners could not reach', () => {
  it('restarts the timeout after its machine slept', async () => {
    await startOverRpc(rpc);
    now += 3600;
    await pass(119);
    expect((await readStage()).status).toBe('running');
    await pass(16);
    expect((await readStage()).status).toBe('error');
  });

  it('restarts the timeout after its clock was set back', async () => {
    await startOverRpc(rpc);
    await pass(100);
    now -= 5000;
    await pass(105);
    expect((await readStage()).status).toBe('running');
  });
});

describe('a runner that restarts', () => {
  const folder = '0e9c1a52-3f1e-4b8e-9a43-0c2f5b6d7e8f';
  const ping = (runner: string, machine: string) =>
    rpcClient(server, { runner })('POST', '/ping', { machine });

  it('fails stages that it had started before', async () => {
    await startOverRpc(rpcClient(server, { runner: newRunnerId(folder) }), 'one');
    await ping(newRunnerId(folder), 'one');
    expect((await readStage()).error).toBe('The runner one restarted');
  });

  it('returns stages that it had not started to the queue', async () => {
    await claimOverRpc(rpcClient(server, { runner: newRunnerId(folder) }), 'one');
    await ping(newRunnerId(folder), 'one');
    expect((await readStage()).machine).toBeUndefined();
  });

  it('does not change stages of others', async () => {
    const runner = newRunnerId(folder);
    await startOverRpc(rpcClient(server, { runner }), 'one');
    await ping(newRunnerId(), 'one');
    await ping(newRunnerId(folder), 'two');
    await ping(runner, 'one');
    expect((await readStage()).status).toBe('running');
  });
});

it('never recovers stages of the embedded runner while its server runs', async () => {
  const api = runnerApiOf(server, 'built-in');
  const queued = await api.requestStage({ body: execFilter }, AbortSignal.timeout(5000));
  await api.acceptStage({ params: { stage: queued?.id ?? 0 }, query: { machine: 'here' } });
  await pass(1000);
  expect(await readStage()).toMatchObject({ status: 'pending', machine: 'here' });
});
