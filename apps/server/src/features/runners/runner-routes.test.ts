import type { Stage, Step } from '@millrace/contract/api';
import type { DetailsMessage } from '@millrace/contract/runner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildsOf } from '../../../testing/builds-of.ts';
import { logLines, readFirstBuild, readFirstLog } from '../../../testing/first-build.ts';
import {
  claimOverRpc,
  type RpcClient,
  rpcClient,
  rpcEnvironment,
  startOverRpc,
} from '../../../testing/rpc-client.ts';
import { runnerCallsOf } from '../../../testing/runners-of.ts';
import { secretsOf } from '../../../testing/secrets-of.ts';
import {
  pushSampleRepo,
  samplePipeline,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { ApiRoutes } from '../../http/api-routes.ts';
import { createApp } from '../../http/app.ts';
import { Drain } from '../../http/drain.ts';
import { logsPort } from '../logs/port.ts';
import { CredentialStore } from './credentials/credential-store.ts';
import { OpenRunnerCalls } from './open-runner-calls.ts';
import { RunnerAuth } from './runner-auth.ts';
import { registerRunnerRoutes } from './runner-routes.ts';

const pipeline = samplePipeline.replace(
  'commands:',
  'environment: { TOKEN: { from_secret: token } }\n    commands:',
);

let server: TestServer;
let ada: { id: number; login: string; token: string };
let repoId: number;
/** A runner of another maker: it sends no id. */
let rpc: RpcClient;
beforeEach(async () => {
  server = await startTestServer({ env: rpcEnvironment });
  ada = await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada', 'project', pipeline)).id;
  rpc = rpcClient(server);
});
afterEach(() => server.stop());

it('runs a build on an existing runner from the queue to its end', async () => {
  expect((await rpc('POST', '/ping')).status).toBe(200);
  expect((await rpc('POST', '/nodes/remote', {})).status).toBe(200);
  const { stage, step } = await startOverRpc(rpc);
  expect(stage).toMatchObject({ status: 'running', machine: 'remote', version: 3 });
  expect(step).toMatchObject({ step_id: stage.id, number: 1, image: 'alpine', version: 2 });
  expect((await rpc('POST', `/step/${step.id}/logs/batch`, logLines('one'))).status).toBe(200);
  expect((await rpc('POST', `/step/${step.id}/logs/upload`, logLines('one', 'two'))).status).toBe(
    200,
  );
  const card = { schema: 'https://cards.example.com/a.json', data: { tests: 3 } };
  expect((await rpc('POST', `/step/${step.id}/card`, card)).status).toBe(200);
  const final = { status: 'success', stopped: 4, exit_code: 0, schema: card.schema };
  const ended = await rpc.ask<Step>('PUT', `/step/${step.id}`, { ...step, ...final });
  expect(ended).toMatchObject({ status: 'success', version: 3, schema: card.schema });
  const done = { ...stage, status: 'success', stopped: 5, steps: [ended] };
  await rpc.ask<Stage>('PUT', `/stage/${stage.id}`, done);
  const build = await readFirstBuild(server, repoId);
  expect(build.stages?.map((row) => row.status)).toEqual(['success', 'pending']);
  expect(await readFirstLog(server, ada)).toEqual(logLines('one', 'two'));
});

it('sends details in the format of existing runners', async () => {
  await secretsOf(server).create(
    { repoId },
    { name: 'token', data: 'hunter22', pull_request: false },
  );
  await secretsOf(server).create({ repoId }, { name: 'unused', data: 'sesame' });
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
  it('ends with 204 if there was no event', async () => {
    const app = await createApp({ logger: server.core.logger, web: null });
    await registerRunnerRoutes(
      app,
      new ApiRoutes(app, { ...server.core, refuseChange: async () => {} }, 20),
      {
        calls: runnerCallsOf(server),
        auth: new RunnerAuth({
          credentials: new CredentialStore(server.core.db),
          secret: 'x',
          acceptsSecret: true,
        }),
        openCalls: new OpenRunnerCalls(),
        onRunnerStart: async () => {},
        onRunnerStop: () => {},
        drain: new Drain(),
      },
    );
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

  it('receives a cancellation, also of earlier builds', async () => {
    const { stage } = await startOverRpc(rpc);
    const watching = rpc('POST', `/build/${stage.build_id}/watch`);
    const repo = await server.core.repos.findById(repoId);
    if (!repo) throw new Error('The repository is gone');
    await buildsOf(server).buildDecisions.cancel(repo, { login: 'ada', canWrite: true }, 1);
    expect((await watching).status).toBe(200);
    expect((await rpc('POST', `/build/${stage.build_id}/watch`)).status).toBe(200);
  });

  it('leaves nothing behind when the runner disconnects', async () => {
    const leaving = new AbortController();
    const { bus } = server.core;
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

it('accepts a log of 12 MB in one call', async () => {
  const { step } = await startOverRpc(rpc);
  const log = logLines(...Array.from({ length: 120 }, () => 'x'.repeat(100_000)));
  expect((await rpc('POST', `/step/${step.id}/logs/upload`, log)).status).toBe(200);
  expect(await server.ask(logsPort).findLogEnd(step.id)).toBe(120);
});
