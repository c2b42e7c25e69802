import type { Stage, Step } from '@millrace/contract/api';
import { systemClock } from '@millrace/node-kit/clock';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildsOf } from '../../../testing/builds-of.ts';
import { logLines, readFirstBuild, readFirstLog } from '../../../testing/first-build.ts';
import {
  claimOverRpc,
  newRunnerId,
  type RpcClient,
  rpcClient,
  rpcEnvironment,
  startOverRpc,
} from '../../../testing/rpc-client.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import type { Contributions } from '../../contributions.ts';

let server: TestServer;
let ada: { id: number; login: string; token: string };
let repoId: number;
/** A runner of another maker: it sends no id. */
let rpc: RpcClient;
beforeEach(async () => {
  server = await startTestServer({ env: rpcEnvironment });
  ada = await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada')).id;
  rpc = rpcClient(server);
});
afterEach(() => server.stop());

describe('a call of another runner', () => {
  it('is rejected', async () => {
    const own = rpcClient(server, { runner: newRunnerId() });
    const { stage, step } = await startOverRpc(own);
    for (const foreign of [rpc, rpcClient(server, { runner: newRunnerId() })]) {
      for (const [method, path, body] of [
        ['GET', `/stage/${stage.id}`, undefined],
        ['PUT', `/stage/${stage.id}`, { ...stage, status: 'success' }],
        ['PUT', `/step/${step.id}`, { ...step, status: 'success' }],
        ['POST', `/build/${stage.build_id}/watch`, undefined],
        ['POST', `/step/${step.id}/logs/batch`, logLines('x')],
        ['POST', `/step/${step.id}/logs/upload`, logLines('x')],
        ['POST', `/step/${step.id}/card`, { schema: 'https://example.com', data: {} }],
      ] as const) {
        expect([path, (await foreign(method, path, body)).status]).toEqual([path, 409]);
      }
    }
    expect((await readFirstBuild(server, repoId)).stages?.[0]?.steps?.[0]?.status).toBe('running');
    expect(await readFirstLog(server, ada)).toEqual([]);
  });

  it('of a runner without an id is detected by its name and version', async () => {
    const { stage, step } = await startOverRpc(rpc);
    const put = async (path: string, body: object) => (await rpc('PUT', path, body)).status;
    const final = { ...stage, status: 'success' };
    expect(await put(`/stage/${stage.id}`, { ...final, machine: 'other' })).toBe(409);
    expect(await put(`/stage/${stage.id}`, { ...final, version: stage.version - 1 })).toBe(409);
    expect(await put(`/step/${step.id}`, { ...step, status: 'success', version: 1 })).toBe(409);
    expect(await put(`/step/${step.id}`, { ...step, status: 'success' })).toBe(200);
    expect(await put(`/stage/${stage.id}`, final)).toBe(200);
  });

  it('is rejected for an unknown stage or step', async () => {
    const own = rpcClient(server, { runner: newRunnerId() });
    for (const client of [rpc, own]) {
      expect((await client('POST', '/stage/99?machine=one')).status).toBe(409);
      expect((await client('GET', '/stage/99')).status).toBe(409);
      expect(
        (await client('PUT', '/step/99', { number: 1, name: 'a', status: 'running' })).status,
      ).toBe(409);
      expect((await client('POST', '/step/99/logs/batch', [])).status).toBe(409);
    }
  });
});

it.each<[string, 'stage' | 'step' | 'batch' | 'card', (step: Step) => object]>([
  ['a part of an exit code', 'step', (step) => ({ ...step, status: 'failure', exit_code: 1.5 })],
  ['a time out of range', 'step', (step) => ({ ...step, status: 'failure', stopped: 1e300 })],
  ['a time of a stage', 'stage', () => ({ status: 'success', machine: 'remote', stopped: 2.5 })],
  ['a part of a line', 'batch', () => [{ pos: 0.5, out: 'x', time: 0 }]],
  ['a card without data', 'card', () => ({ schema: 'https://example.com' })],
])('rejects %s', async (_, kind, write) => {
  const own = rpcClient(server, { runner: newRunnerId() });
  const { stage, step } = await startOverRpc(own);
  const call = {
    stage: ['PUT', `/stage/${stage.id}`],
    step: ['PUT', `/step/${step.id}`],
    batch: ['POST', `/step/${step.id}/logs/batch`],
    card: ['POST', `/step/${step.id}/card`],
  } as const;
  const [method, path] = call[kind];
  expect((await own(method, path, write(step))).status).toBe(400);
  expect((await readFirstBuild(server, repoId)).stages?.[0]?.steps?.[0]?.status).toBe('running');
});

it('rejects a stage with two steps of the same number', async () => {
  const claimed = await claimOverRpc(rpc);
  const step = { number: 1, name: 'a', status: 'pending' };
  const running = { ...claimed, status: 'running', steps: [step, step] };
  expect((await rpc('PUT', `/stage/${claimed.id}`, running)).status).toBe(400);
});

it('accepts an exit code of Windows', async () => {
  const { step } = await startOverRpc(rpc);
  const ended = { ...step, status: 'failure', exit_code: 0xc0000005 };
  expect(await rpc.ask('PUT', `/step/${step.id}`, ended)).toMatchObject({ exit_code: 0xc0000005 });
});

describe('a late report', () => {
  it('is rejected, and a repeated one is stored once', async () => {
    const own = rpcClient(server, { runner: newRunnerId() });
    const { stage, step } = await startOverRpc(own);
    const put = async (path: string, body: object) => (await own('PUT', path, body)).status;
    const started = await own.ask<Stage>('PUT', `/stage/${stage.id}`, { ...stage, steps: [step] });
    expect(started.steps).toHaveLength(1);
    const ended = { ...step, status: 'failure', exit_code: 3 };
    expect(await put(`/step/${step.id}`, ended)).toBe(200);
    expect(await put(`/step/${step.id}`, ended)).toBe(200);
    expect(await put(`/step/${step.id}`, { ...step, status: 'success' })).toBe(409);
    expect((await own('POST', `/step/${step.id}/logs/batch`, logLines('x'))).status).toBe(409);
    expect((await own('POST', `/step/${step.id}/logs/upload`, logLines('x'))).status).toBe(409);
    const final = { ...stage, status: 'failure', exit_code: 3 };
    expect(await put(`/stage/${stage.id}`, final)).toBe(200);
    expect(await put(`/stage/${stage.id}`, final)).toBe(200);
    expect(await put(`/stage/${stage.id}`, { ...stage, status: 'running' })).toBe(409);
    expect(await put(`/stage/${stage.id}`, { ...stage, status: 'success' })).toBe(409);
  });

  it('of a detached step stores its log after the stage has finished', async () => {
    const claimed = await claimOverRpc(rpc);
    const step = { number: 1, name: 'db', status: 'pending', detached: true };
    const running = { ...claimed, status: 'running', steps: [step] };
    const stage = await rpc.ask<Stage>('PUT', `/stage/${claimed.id}`, running);
    await rpc.ask<Stage>('PUT', `/stage/${stage.id}`, { ...stage, status: 'success' });
    const stepId = stage.steps?.[0]?.id ?? 0;
    expect((await rpc('POST', `/step/${stepId}/logs/upload`, logLines('late'))).status).toBe(200);
    expect(await readFirstLog(server, ada)).toEqual(logLines('late'));
  });
});

describe('after a cancellation', () => {
  const cancel = async () => {
    const repo = await server.core.repos.findById(repoId);
    if (!repo) throw new Error('The repository is gone');
    await buildsOf(server).buildDecisions.cancel(repo, { login: 'ada', canWrite: true }, 1);
  };

  it.each([
    ['with an id', newRunnerId()],
    ['without one', undefined],
  ])('stores the log of a runner %s', async (_, runner) => {
    const own = rpcClient(server, runner ? { runner } : {});
    const { step } = await startOverRpc(own);
    const post = async (path: string, body: object) =>
      (await own('POST', `/step/${step.id}${path}`, body)).status;
    expect(await post('/logs/batch', logLines('one'))).toBe(200);
    await cancel();
    expect(await post('/logs/batch', logLines('one', 'two'))).toBe(200);
    expect(await readFirstLog(server, ada)).toEqual(logLines('one', 'two'));
    expect(await post('/logs/upload', logLines('one', 'two', 'three'))).toBe(200);
    expect(await readFirstLog(server, ada)).toEqual(logLines('one', 'two', 'three'));
  });

  it('accepts no lines of a step that ended more than an hour ago', async () => {
    const own = rpcClient(server, { runner: newRunnerId() });
    const { stage, step } = await startOverRpc(own);
    await cancel();
    const stopped = systemClock.nowSec() - 3601;
    await server.core.db
      .updateTable('stages')
      .set({ stopped })
      .where('id', '=', stage.id)
      .execute();
    for (const path of ['batch', 'upload']) {
      const answer = await own('POST', `/step/${step.id}/logs/${path}`, logLines('late'));
      expect([path, answer.status]).toEqual([path, 409]);
    }
    expect(await readFirstLog(server, ada)).toEqual([]);
  });

  it.each([
    ['with an id', newRunnerId()],
    ['without one', undefined],
  ])('gives nothing of the stage to a runner %s', async (_, runner) => {
    const own = rpcClient(server, runner ? { runner } : {});
    const { stage, step } = await startOverRpc(own);
    await own.ask('GET', `/stage/${stage.id}`);
    // A lost step, which has not finished with its stage, must get nothing either.
    await cancel();
    await server.core.db.updateTable('steps').set({ status: 'running' }).execute();
    const stepUrl = `/step/${step.id}`;
    const lookup = 7;
    for (const [method, path, body] of [
      ['GET', `/stage/${stage.id}`, undefined],
      ['POST', `${stepUrl}/caches`, { key: 'a', restoreKeys: [], paths: ['b'], missingFiles: [] }],
      ['GET', `${stepUrl}/caches/${lookup}`, undefined],
      ['DELETE', `${stepUrl}/caches/${lookup}`, undefined],
      ['POST', `${stepUrl}/caches/${lookup}?sha256=${'a'.repeat(64)}`, 'x'],
      ['POST', `${stepUrl}/files?kind=artifact&path=a`, 'x'],
      ['POST', `${stepUrl}/outputs`, []],
      ['POST', `${stepUrl}/card`, { schema: 'https://example.com', data: {} }],
      ['PUT', `/stage/${stage.id}/wait`, { reason: 'a quota' }],
    ] as const) {
      const answer = await own(method, path, body);
      expect([path, answer.status, answer.text]).toEqual([path, 409, expect.any(String)]);
    }
  });

  it('gives no secrets if the stage ends while they are read', async () => {
    const own = rpcClient(server, { runner: newRunnerId() });
    const claimed = await claimOverRpc(own);
    const inputs = server.features.contributed.stageInputs as Contributions['stageInputs'][];
    onTestFinished(() => void inputs.pop());
    inputs.push(async () => {
      await cancel();
      return {};
    });
    expect((await own('GET', `/stage/${claimed.id}`)).status).toBe(409);
  });

  it('accepts only logs, and only from the runner that had the stage', async () => {
    const own = rpcClient(server, { runner: newRunnerId() });
    const { stage, step } = await startOverRpc(own);
    await cancel();
    for (const foreign of [rpc, rpcClient(server, { runner: newRunnerId() })]) {
      for (const path of ['batch', 'upload']) {
        const { status } = await foreign('POST', `/step/${step.id}/logs/${path}`, logLines('x'));
        expect(status).toBe(409);
      }
    }
    const success = { ...step, status: 'success' };
    expect((await own('PUT', `/step/${step.id}`, success)).status).toBe(409);
    expect((await own('PUT', `/stage/${stage.id}`, { ...stage, status: 'success' })).status).toBe(
      409,
    );
    const card = { schema: 'https://example.com', data: {} };
    expect((await own('POST', `/step/${step.id}/card`, card)).status).toBe(409);
    expect(await readFirstLog(server, ada)).toEqual([]);
  });
});

it.each([
  ['that its times confirm', 3700, 3700],
  ['that its times deny', 9000, undefined],
  ['that is negative', -1, undefined],
  ['that is absent', undefined, undefined],
])('stores a duration of a step %s', async (_, reported, stored) => {
  const claimed = await claimOverRpc(rpc, 'one');
  const pending = { number: 1, name: 'work', status: 'pending' };
  const stage: Stage = await rpc.ask('PUT', `/stage/${claimed.id}`, {
    ...claimed,
    status: 'running',
    steps: [pending],
  });
  const [step] = stage.steps ?? [];
  const times = { started: 100, stopped: 104, duration_ms: reported };
  await rpc('PUT', `/step/${step?.id}`, { ...step, status: 'success', ...times });
  const build = await readFirstBuild(server, repoId);
  expect(build.stages?.[0]?.steps?.[0]?.duration_ms).toBe(stored);
});

it('stores the machine of a stage and the image of a step, with a limit', async () => {
  const claimed = await claimOverRpc(rpc, 'one');
  const host = { kernel: 'Linux 6.1.0', cpu: 'x'.repeat(1000) };
  const pending = { number: 1, name: 'work', status: 'pending', image: 'alpine' };
  const stage: Stage = await rpc.ask('PUT', `/stage/${claimed.id}`, {
    ...claimed,
    status: 'running',
    host,
    steps: [pending],
  });
  const [step] = stage.steps ?? [];
  const digest = `alpine@sha256:${'a'.repeat(64)}`;
  await rpc('PUT', `/step/${step?.id}`, { ...step, status: 'success', image_digest: digest });
  const build = await readFirstBuild(server, repoId);
  expect(build.stages?.[0]).toMatchObject({
    host: { kernel: 'Linux 6.1.0', cpu: 'x'.repeat(200) },
    steps: [{ image: 'alpine', image_digest: digest }],
  });
});
