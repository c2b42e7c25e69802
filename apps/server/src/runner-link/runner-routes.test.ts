import type { Build, Line, Stage, Step } from '@millrace/contract/api';
import type { DetailsMessage } from '@millrace/contract/runner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../http/app.ts';
import {
  claimOverRpc,
  newRunnerId,
  type RpcClient,
  rpcClient,
  rpcEnvironment,
  startOverRpc,
} from '../testing/rpc-client.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts';
import { registerRunnerRoutes } from './runner-routes.ts';

let server: TestServer;
let ada: { id: number; token: string };
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

const readBuild = async (): Promise<Build> => {
  const build = (await server.context.readModel.findByNumber(repoId, 1))?.read();
  if (!build) throw new Error('There is no build');
  return build;
};
const readLog = async (): Promise<Line[]> => {
  const url = '/api/repos/ada/project/builds/1/logs/1/1';
  return (await server.app.inject({ url, headers: bearer(ada) })).json();
};
const lines = (...outs: string[]) => outs.map((out, pos) => ({ pos, out: `${out}\n`, time: 0 }));

it('carries a build of an existing runner from the queue to its end', async () => {
  expect((await rpc('POST', '/ping')).status).toBe(200);
  expect((await rpc('POST', '/nodes/remote', {})).status).toBe(200);
  const { stage, step } = await startOverRpc(rpc);
  expect(stage).toMatchObject({ status: 'running', machine: 'remote', version: 3 });
  expect(step).toMatchObject({ step_id: stage.id, number: 1, image: 'alpine', version: 2 });
  expect((await rpc('POST', `/step/${step.id}/logs/batch`, lines('one'))).status).toBe(200);
  expect((await rpc('POST', `/step/${step.id}/logs/upload`, lines('one', 'two'))).status).toBe(200);
  const card = { schema: 'https://cards.example.com/a.json', data: { tests: 3 } };
  expect((await rpc('POST', `/step/${step.id}/card`, card)).status).toBe(200);
  const final = { status: 'success', stopped: 4, exit_code: 0, schema: card.schema };
  const ended = await rpc.ask<Step>('PUT', `/step/${step.id}`, { ...step, ...final });
  expect(ended).toMatchObject({ status: 'success', version: 3, schema: card.schema });
  const done = { ...stage, status: 'success', stopped: 5, steps: [ended] };
  await rpc.ask<Stage>('PUT', `/stage/${stage.id}`, done);
  const build = await readBuild();
  expect(build.stages?.map((row) => row.status)).toEqual(['success', 'pending']);
  expect(await readLog()).toEqual(lines('one', 'two'));
});

it('gives details as existing runners read them', async () => {
  await server.context.secrets.create(
    { repoId },
    { name: 'token', data: 'hunter22', pull_request: false },
  );
  const stage = await claimOverRpc(rpc);
  const details = await rpc.ask<DetailsMessage>('GET', `/stage/${stage.id}`);
  const config = Buffer.from(details.config.Data, 'base64').toString();
  expect(config).toContain('name: first');
  expect(details).toMatchObject({
    repository: { slug: 'ada/project', user_id: ada.id, secret: '' },
    build: { number: 1, stages: [{ name: 'first' }, { name: 'second' }] },
    stage: { id: stage.id, machine: 'remote' },
    config: { Hash: null },
    secrets: [{ name: 'token', data: 'hunter22', pull_request: true }],
    system: { proto: 'http', link: server.url },
    netrc: { login: 'millrace-build' },
  });
});

describe('a long poll', () => {
  it('ends with 204 when there was nothing', async () => {
    const app = await createApp({ logger: server.context.logger, web: null });
    await registerRunnerRoutes(app, {
      calls: server.context.runnerCalls,
      secret: 'x',
      onRunnerStart: async () => {},
      pollMs: 20,
    });
    const stage = await claimOverRpc(rpc);
    for (const [url, payload] of [
      ['/rpc/v2/stage', '{"type":"docker"}'],
      [`/rpc/v2/build/${stage.build_id}/watch`, ''],
    ]) {
      const headers = { 'x-drone-token': 'x' };
      const answer = await app.inject({ method: 'POST', url, payload, headers });
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
    }
    await app.close();
  });

  it('hears of a cancel, and afterwards too', async () => {
    const { stage } = await startOverRpc(rpc);
    const watching = rpc('POST', `/build/${stage.build_id}/watch`);
    const repo = await server.context.repos.findById(repoId);
    if (!repo) throw new Error('The repository is gone');
    await server.context.buildDecisions.cancel(repo, { login: 'ada', canWrite: true }, 1);
    expect((await watching).status).toBe(200);
    expect((await rpc('POST', `/build/${stage.build_id}/watch`)).status).toBe(200);
  });

  it('leaves nothing behind when the runner goes away', async () => {
    const leaving = new AbortController();
    const { bus } = server.context;
    const request = fetch(`${server.url}/rpc/v2/stage`, {
      method: 'POST',
      headers: { 'X-Drone-Token': rpcEnvironment.MILLRACE_RPC_SECRET },
      body: '{"type":"docker"}',
      signal: leaving.signal,
    });
    await expect.poll(() => bus.countSubscribers('queueChanged')).toBe(1);
    leaving.abort();
    await expect(request).rejects.toThrow();
    await expect.poll(() => bus.countSubscribers('queueChanged')).toBe(0);
  });
});

describe('a claim', () => {
  it('is one of many that ask at once', async () => {
    for (const name of ['a', 'b', 'c']) await pushSampleRepo(server, 'ada', name);
    const runners = Array.from({ length: 8 }, () => rpcClient(server, { runner: newRunnerId() }));
    const claims = await Promise.all(
      runners.map(async (runner, index) => {
        for (let stages: number[] = []; ; ) {
          const ids = (await server.context.stages.listOpen())
            .filter((stage) => stage.status === 'pending' && stage.machine === '')
            .map((stage) => stage.id);
          if (ids.length === 0) return stages;
          for (const id of ids) {
            const { status } = await runner('POST', `/stage/${id}?machine=runner-${index}`);
            expect([200, 409]).toContain(status);
            if (status === 200) stages = [...stages, id];
          }
        }
      }),
    );
    expect(claims.flat().sort()).toEqual([...new Set(claims.flat())].sort());
    expect(claims.flat()).toHaveLength(4);
  });

  it('is taken once more only from the start of a runner that has it', async () => {
    const own = rpcClient(server, { runner: newRunnerId() });
    const { id } = await claimOverRpc(own, 'own');
    const again = (client: RpcClient) => client('POST', `/stage/${id}?machine=own`);
    expect((await again(own)).status).toBe(200);
    expect((await again(rpcClient(server, { runner: newRunnerId() }))).status).toBe(409);
    expect((await again(rpc)).status).toBe(409);
  });

  it('of a runner without an id is taken once', async () => {
    const { id } = await claimOverRpc(rpc);
    expect((await rpc('POST', `/stage/${id}?machine=remote`)).status).toBe(409);
  });

  it('is refused over the limit, though the stage was offered', async () => {
    const pipeline = 'kind: pipeline\ntype: exec\nname: a\nconcurrency: { limit: 1 }\nsteps: []\n';
    const { id } = await pushSampleRepo(server, 'ada', 'limited', pipeline);
    await server.app.inject({
      method: 'POST',
      url: '/api/repos/ada/limited/builds',
      headers: bearer(ada),
    });
    const stages = (await server.context.stages.listOpen()).filter((row) => row.repoId === id);
    const claim = async (index: number, client: RpcClient) =>
      (await client('POST', `/stage/${stages[index]?.id}?machine=one`)).status;
    expect(await claim(1, rpcClient(server, { runner: newRunnerId() }))).toBe(200);
    expect(await claim(0, rpc)).toBe(409);
  });

  it('is refused while the queue is paused', async () => {
    const queued = await rpc.ask<Stage>('POST', '/stage', { type: 'exec' });
    await server.context.queue.pause();
    expect((await rpc('POST', `/stage/${queued.id}?machine=one`)).status).toBe(409);
  });
});

describe('a foreign call', () => {
  it('is refused, whoever makes it', async () => {
    const own = rpcClient(server, { runner: newRunnerId() });
    const { stage, step } = await startOverRpc(own);
    for (const foreign of [rpc, rpcClient(server, { runner: newRunnerId() })]) {
      for (const [method, path, body] of [
        ['GET', `/stage/${stage.id}`, undefined],
        ['PUT', `/stage/${stage.id}`, { ...stage, status: 'success' }],
        ['PUT', `/step/${step.id}`, { ...step, status: 'success' }],
        ['POST', `/build/${stage.build_id}/watch`, undefined],
        ['POST', `/step/${step.id}/logs/batch`, lines('x')],
        ['POST', `/step/${step.id}/logs/upload`, lines('x')],
        ['POST', `/step/${step.id}/card`, { schema: 'https://example.com', data: {} }],
      ] as const) {
        expect([path, (await foreign(method, path, body)).status]).toEqual([path, 409]);
      }
    }
    expect((await readBuild()).stages?.[0]?.steps?.[0]?.status).toBe('running');
    expect(await readLog()).toEqual([]);
  });

  it('of a runner without an id shows by its name and by what it saw last', async () => {
    const { stage, step } = await startOverRpc(rpc);
    const put = async (path: string, body: object) => (await rpc('PUT', path, body)).status;
    const final = { ...stage, status: 'success' };
    expect(await put(`/stage/${stage.id}`, { ...final, machine: 'other' })).toBe(409);
    expect(await put(`/stage/${stage.id}`, { ...final, version: stage.version - 1 })).toBe(409);
    expect(await put(`/step/${step.id}`, { ...step, status: 'success', version: 1 })).toBe(409);
    expect(await put(`/step/${step.id}`, { ...step, status: 'success' })).toBe(200);
    expect(await put(`/stage/${stage.id}`, final)).toBe(200);
  });

  it('names nothing that exists', async () => {
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

describe('a late report', () => {
  it('is refused, and a repeated one is taken once', async () => {
    const own = rpcClient(server, { runner: newRunnerId() });
    const { stage, step } = await startOverRpc(own);
    const put = async (path: string, body: object) => (await own('PUT', path, body)).status;
    const started = await own.ask<Stage>('PUT', `/stage/${stage.id}`, { ...stage, steps: [step] });
    expect(started.steps).toHaveLength(1);
    const ended = { ...step, status: 'failure', exit_code: 3 };
    expect(await put(`/step/${step.id}`, ended)).toBe(200);
    expect(await put(`/step/${step.id}`, ended)).toBe(200);
    expect(await put(`/step/${step.id}`, { ...step, status: 'success' })).toBe(409);
    expect((await own('POST', `/step/${step.id}/logs/batch`, lines('x'))).status).toBe(409);
    expect((await own('POST', `/step/${step.id}/logs/upload`, lines('x'))).status).toBe(409);
    const final = { ...stage, status: 'failure', exit_code: 3 };
    expect(await put(`/stage/${stage.id}`, final)).toBe(200);
    expect(await put(`/stage/${stage.id}`, final)).toBe(200);
    expect(await put(`/stage/${stage.id}`, { ...stage, status: 'running' })).toBe(409);
    expect(await put(`/stage/${stage.id}`, { ...stage, status: 'success' })).toBe(409);
  });

  it('of a detached step brings its log after the stage', async () => {
    const claimed = await claimOverRpc(rpc);
    const step = { number: 1, name: 'db', status: 'pending', detached: true };
    const running = { ...claimed, status: 'running', steps: [step] };
    const stage = await rpc.ask<Stage>('PUT', `/stage/${claimed.id}`, running);
    await rpc.ask<Stage>('PUT', `/stage/${stage.id}`, { ...stage, status: 'success' });
    const stepId = stage.steps?.[0]?.id ?? 0;
    expect((await rpc('POST', `/step/${stepId}/logs/upload`, lines('late'))).status).toBe(200);
    expect(await readLog()).toEqual(lines('late'));
  });
});

describe('after a cancel', () => {
  const cancel = async () => {
    const repo = await server.context.repos.findById(repoId);
    if (!repo) throw new Error('The repository is gone');
    await server.context.buildDecisions.cancel(repo, { login: 'ada', canWrite: true }, 1);
  };

  it.each([
    ['with an id', newRunnerId()],
    ['without one', undefined],
  ])('the log of a runner %s is stored', async (_, runner) => {
    const own = rpcClient(server, runner ? { runner } : {});
    const { step } = await startOverRpc(own);
    const post = async (path: string, body: object) =>
      (await own('POST', `/step/${step.id}${path}`, body)).status;
    expect(await post('/logs/batch', lines('one'))).toBe(200);
    await cancel();
    expect(await post('/logs/batch', lines('one', 'two'))).toBe(200);
    expect(await readLog()).toEqual(lines('one', 'two'));
    expect(await post('/logs/upload', lines('one', 'two', 'three'))).toBe(200);
    expect(await readLog()).toEqual(lines('one', 'two', 'three'));
  });

  it('the runner that had the stage alone may write, and nothing but the log', async () => {
    const own = rpcClient(server, { runner: newRunnerId() });
    const { stage, step } = await startOverRpc(own);
    await cancel();
    for (const foreign of [rpc, rpcClient(server, { runner: newRunnerId() })]) {
      for (const path of ['batch', 'upload']) {
        const { status } = await foreign('POST', `/step/${step.id}/logs/${path}`, lines('x'));
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
    expect(await readLog()).toEqual([]);
  });
});

it('takes a log of 12 MB at once', async () => {
  const { step } = await startOverRpc(rpc);
  const log = lines(...Array.from({ length: 120 }, () => 'x'.repeat(100_000)));
  expect((await rpc('POST', `/step/${step.id}/logs/upload`, log)).status).toBe(200);
  expect(await server.context.logs.findEnd(step.id)).toBe(120);
});
