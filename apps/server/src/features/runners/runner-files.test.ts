import type { Artifact, Stage } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildsOf } from '../../../testing/builds-of.ts';
import {
  type RpcClient,
  rpcClient,
  rpcEnvironment,
  startOverRpc,
} from '../../../testing/rpc-client.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
let ada: { token: string };
let rpc: RpcClient;
let stepId: number;
beforeEach(async () => {
  server = await startTestServer({ env: { ...rpcEnvironment, MILLRACE_ARTIFACT_FILE_MB: '40' } });
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  rpc = rpcClient(server);
  stepId = (await startOverRpc(rpc)).step.id;
});
afterEach(() => server.stop());

async function send(
  path: string,
  body: RequestInit['body'],
  { kind = 'artifact', headers = {} } = {},
) {
  const url = `${server.url}/rpc/v2/step/${stepId}/files?${new URLSearchParams({ kind, path })}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'x-drone-token': rpcEnvironment.MILLRACE_RPC_SECRET, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
  return [answer.status, await answer.text()];
}
const list = async () => {
  const url = `${server.url}/api/repos/ada/project/builds/1/artifacts`;
  const answer = await fetch(url, { headers: bearer(ada) });
  const files = (await answer.json()) as Artifact[];
  return files.map(({ path, size }) => [path, size]);
};

it('warns if another kind of runner does not support a key', async () => {
  const leaves = `kind: pipeline\ntype: exec\nname: first\nsteps: [{ name: greet, commands: [a], artifacts: b }]\ncache: { key: a, paths: b }`;
  const { id } = await pushSampleRepo(server, 'ada', 'leaves', leaves);
  const readWarnings = async () =>
    (await buildsOf(server).readModel.findByNumber(id, 1))?.read().warnings;
  const queued = await rpc.ask<Stage>('POST', '/stage', { kind: 'pipeline', type: 'exec' });
  const stage = await rpc.ask<Stage>('POST', `/stage/${queued.id}?machine=theirs`);
  expect(await readWarnings()).toBeUndefined();
  for (const _ of [1, 2]) await rpc.ask('GET', `/stage/${stage.id}`);
  expect(await readWarnings()).toEqual([
    'The runner "theirs" of "first" does not support artifacts, cache',
  ]);
});

it('accepts a file larger than other bodies, and an empty one', async () => {
  expect(await send('a/b ä', new Uint8Array(20_000_000).fill(7))).toEqual([200, '']);
  expect(await send('empty', '')).toEqual([200, '']);
  expect(await list()).toEqual([
    ['a/b ä', 20_000_000],
    ['empty', 0],
  ]);
});

it.each([
  ['../a', 'artifact', 400, 'The path leads elsewhere'],
  ['a', 'virus', 400, /kind/],
])('rejects %s (%s)', async (path, kind, status, reason) => {
  expect(await send(path, 'x', { kind })).toEqual([status, expect.stringMatching(reason)]);
});

it('requires a declared size', async () => {
  const body = new Blob(['x']).stream();
  expect(await send('a', body)).toEqual([411, 'Length Required']);
});

it('rejects a file that is too large before it is uploaded', async () => {
  expect(await send('a', new Uint8Array(60_000_000))).toEqual([
    413,
    'The file has 60 MB, and the limit is 40 MB',
  ]);
  expect(await list()).toEqual([]);
});

it('accepts no file after the end of the step, and no incomplete file', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(1000));
    },
    pull: () => new Promise((_, reject) => setImmediate(() => reject(new Error('cut off')))),
  });
  const cut = send('half', body, { headers: { 'content-length': '2000' } });
  await expect(cut).rejects.toThrow();
  const ended = { status: 'success', stopped: 4, exit_code: 0 };
  const step = { number: 1, name: 'greet', version: 2 };
  await rpc.ask('PUT', `/step/${stepId}`, { ...step, ...ended });
  expect(await send('late', 'x')).toEqual([409, `Step ${stepId} is over`]);
  expect(await list()).toEqual([]);
});
