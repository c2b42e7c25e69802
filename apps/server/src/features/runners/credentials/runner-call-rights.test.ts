import type { Stage, Step } from '@millrace/contract/api';
import { endpointUrl } from '@millrace/contract/api';
import {
  connectionCalls,
  type RunnerCallName,
  type RunnerEndpoint,
  rpcPath,
  runnerCallNames,
  runnerCalls,
} from '@millrace/contract/runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  clientWith,
  type RegisteredRunner,
  registerRunner,
  runnersOf,
} from '../../../../testing/register-runner.ts';
import {
  newRunnerId,
  type RpcClient,
  rpcEnvironment,
  rpcSecret,
  startOverRpc,
} from '../../../../testing/rpc-client.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

interface Work {
  stage: Stage;
  step: Step;
}

let server: TestServer;
let ada: { token: string };
let own: RegisteredRunner & Work;
let beside: RegisteredRunner & Work;
let foreign: RegisteredRunner & Work;
/** A stage of the foreign repository that waits for its runner. */
let waiting: { id: number };
let revoked: RpcClient;
beforeAll(async () => {
  server = await startTestServer({ env: rpcEnvironment });
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada', 'one');
  await pushSampleRepo(server, 'ada', 'two');
  const startBuild = async (name: string) => {
    const url = `/api/repos/ada/${name}/builds`;
    await server.app.inject({ method: 'POST', url, headers: bearer(ada) });
  };
  await startBuild('one');
  await startBuild('two');
  const start = async (repo: string, name: string) => {
    const runner = await registerRunner(server, ada, runnersOf.repo(repo), { name });
    return { ...runner, ...(await startOverRpc(runner.rpc, name)) };
  };
  own = await start('ada/one', 'own');
  beside = await start('ada/one', 'beside');
  foreign = await start('ada/two', 'foreign');
  waiting = await foreign.rpc.ask('POST', '/stage', { type: 'exec' });
  const gone = await registerRunner(server, ada, runnersOf.repo('ada/one'), { name: 'gone' });
  await server.app.inject({
    method: 'DELETE',
    url: `${runnersOf.repo('ada/one')}/${gone.id}`,
    headers: bearer(ada),
  });
  revoked = gone.rpc;
});
afterAll(() => server.stop());

const sha256 = '0'.repeat(64);
const cache = { key: 'a', restoreKeys: [], paths: ['a'], missingFiles: [] };
/** Valid input of each call. A refusal is then one of the caller. */
const inputs: Record<RunnerCallName, (work: Work) => { query?: string; body?: unknown }> = {
  requestStage: () => ({ body: { type: 'docker' } }),
  acceptStage: () => ({ query: 'machine=own' }),
  listClaims: () => ({ query: 'machine=own' }),
  getStageDetails: () => ({}),
  updateStage: ({ stage }) => ({ body: { ...stage, status: 'running' } }),
  reportWait: () => ({ body: { reason: '' } }),
  updateStep: ({ step }) => ({ body: { ...step, status: 'running' } }),
  watchBuild: () => ({}),
  appendLogs: () => ({ body: [{ pos: 0, out: 'a\n', time: 1 }] }),
  replaceLogs: () => ({ body: [{ pos: 0, out: 'a\n', time: 1 }] }),
  createCard: () => ({ body: { schema: 'https://example.com/card', data: {} } }),
  sendFile: () => ({ query: 'kind=artifact&path=a.txt', body: 'content' }),
  listEarlierArtifacts: () => ({ query: 'stage=first' }),
  loadEarlierArtifact: () => ({}),
  findCache: () => ({ body: cache }),
  loadCache: () => ({}),
  discardCache: () => ({}),
  saveCache: () => ({ query: `sha256=${sha256}`, body: 'content' }),
  setOutputs: () => ({ body: [{ name: 'A', data: 'b', isMasked: false }] }),
  keepStep: () => ({}),
  watchKeptStep: () => ({ body: { open: [] } }),
  releaseStep: () => ({}),
  sendTerminalOutput: () => ({ body: { position: 0, data: '' } }),
  endTerminal: () => ({ body: {} }),
};

/** Makes a call about the stage, step and build of some work. */
function call(rpc: RpcClient, name: RunnerCallName, work: Work) {
  const row: RunnerEndpoint = runnerCalls[name];
  const { query, body } = inputs[name](work);
  const { stage, step } = work;
  const ids = { stage: stage.id, step: step.id, build: stage.build_id };
  const params = { ...ids, artifact: 1, lookup: 1, terminal: 1 };
  const path = endpointUrl(row, params as never).slice(rpcPath.length);
  return rpc(row.method, query ? `${path}?${query}` : path, body);
}

/** Calls about no stage in particular. */
const general: RunnerCallName[] = ['requestStage', 'listClaims'];
/** A long poll about an own stage would wait. */
const waits: RunnerCallName[] = ['watchBuild'];
const specific = runnerCallNames.filter((name) => !general.includes(name));
const isRefusal = ({ status, text }: { status: number; text: string }) =>
  status === 401 || status === 403 || /another runner|belongs to this runner/.test(text);

describe('a runner with a credential', () => {
  it.each(specific.filter((name) => !waits.includes(name)))(
    'may call %s for its own stage',
    async (name) => {
      const answer = await call(own.rpc, name, own);
      expect([answer, isRefusal(answer)]).toEqual([answer, false]);
    },
  );

  describe.each([
    ['another runner of its repository', () => beside],
    ['another repository', () => foreign],
  ])('may not call', (kind, target) => {
    it.each(specific)(`%s for a stage of ${kind}`, async (name) => {
      const { status, text } = await call(own.rpc, name, target());
      expect([status, text]).toEqual([409, expect.stringMatching(/runner|in the queue/)]);
    });

    it.each(specific)(`%s for it with the id of the process of ${kind}`, async (name) => {
      for (const secret of [own.credential, rpcSecret]) {
        const thief = clientWith(server, secret, target().process);
        const { status, text } = await call(thief, name, target());
        expect([status, text]).toEqual([409, expect.stringMatching(/runner|in the queue/)]);
      }
    });

    it.each(specific)(`%s for it without the id of a process, as ${kind}`, async (name) => {
      const { status } = await call(clientWith(server, own.credential), name, target());
      expect(status).toBe(409);
    });
  });

  it('may not claim a stage of another repository that waits', async () => {
    const claim = (rpc: RpcClient) => rpc('POST', `/stage/${waiting.id}?machine=own`);
    expect(await claim(own.rpc)).toEqual({
      status: 409,
      text: `Stage ${waiting.id} is no longer in the queue`,
    });
    expect((await claim(revoked)).status).toBe(401);
  });

  it('lists its own claims alone, whatever name it gives', async () => {
    const list = async (rpc: RpcClient, machine: string) =>
      (await rpc.ask<Stage[]>('GET', `/claims?machine=${machine}`)).map(({ id }) => id);
    expect(await list(own.rpc, 'anything')).toEqual([own.stage.id]);
    expect(await list(clientWith(server, own.credential, foreign.process), 'foreign')).toEqual([]);
    expect(await list(clientWith(server, rpcSecret, own.process), own.name)).toEqual([]);
  });

  it('does not end the stages of others by its start or its end', async () => {
    for (const secret of [own.credential, rpcSecret]) {
      const [folder] = foreign.process.split('.');
      const thief = clientWith(server, secret, newRunnerId(folder));
      expect((await thief('POST', '/ping', { machine: foreign.name })).status).toBe(200);
      const node = `/nodes/${encodeURIComponent(foreign.name)}`;
      expect((await thief('DELETE', node)).status).toBe(200);
    }
    expect((await call(foreign.rpc, 'updateStage', foreign)).status).toBe(200);
  });
});

const everyCall = [
  ...Object.values(connectionCalls).map((row) => [row.method, row.path] as const),
  ...runnerCallNames.map((name) => [runnerCalls[name].method, runnerCalls[name].path] as const),
].map(([method, path]) => {
  const params = { machine: 'a', stage: 1, step: 1, build: 1, artifact: 1, lookup: 1, terminal: 1 };
  return [method, endpointUrl({ path }, params as never).slice(rpcPath.length)] as const;
});

it.each(everyCall)('a revoked credential is refused: %s %s', async (method, path) => {
  expect(await revoked(method, path)).toEqual({ status: 401, text: 'Unauthorized' });
});

describe('a server that refuses the shared secret', () => {
  let strict: TestServer;
  let runner: RegisteredRunner;
  beforeAll(async () => {
    strict = await startTestServer({
      env: { ...rpcEnvironment, MILLRACE_RPC_SECRET_RUNNERS: 'refuse' },
    });
    const root = await strict.addUser('root', { admin: true });
    runner = await registerRunner(strict, root, runnersOf.server(), { name: 'one' });
  });
  afterAll(() => strict.stop());

  it.each(everyCall)('answers 403: %s %s', async (method, path) => {
    expect(await clientWith(strict, rpcSecret)(method, path)).toEqual({
      status: 403,
      text: expect.stringContaining('MILLRACE_RPC_SECRET_RUNNERS is refuse'),
    });
    expect((await clientWith(strict, 'wrong')(method, path)).status).toBe(401);
  });

  it('accepts runners with credentials', async () => {
    expect((await runner.rpc('POST', '/ping')).status).toBe(200);
  });
});

it('a server without a shared secret accepts runners with credentials', async () => {
  const open = await startTestServer();
  const root = await open.addUser('root', { admin: true });
  const { rpc } = await registerRunner(open, root, runnersOf.server(), { name: 'one' });
  expect((await rpc('POST', '/ping')).status).toBe(200);
  await open.stop();
});
