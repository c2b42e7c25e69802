import type { QueuePage, RunnerSummary, Stage } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  newRunnerId,
  type RpcClient,
  rpcClient,
  rpcEnvironment,
} from '../../../testing/rpc-client.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';

let now: number;
let server: TestServer;
let root: { token: string };
let ada: { token: string };
beforeEach(async () => {
  now = 1_800_000_000;
  server = await startTestServer({ clock: { nowSec: () => now }, env: rpcEnvironment });
  ada = await server.addUser('ada');
  root = await server.addUser('root', { admin: true });
});
afterEach(() => server.stop());

const url = '/api/system/runners';
const filter = {
  kind: 'pipeline',
  type: 'exec',
  os: 'linux',
  arch: 'amd64',
  machine: 'mill-1',
  capacity: 2,
  version: '9.9.9',
  steps: 'as user ci',
};
const send = (method: 'PUT' | 'DELETE', path: string, payload?: object, by = root) =>
  server.app.inject({
    method,
    url: `${url}/${path}`,
    headers: bearer(by),
    ...(payload && { payload }),
  });
const setState = (state: string, name = 'mill-1') => send('PUT', `${name}/state`, { state });
const list = async (): Promise<RunnerSummary[]> =>
  (await server.app.inject({ url, headers: bearer(root) })).json();
const claim = async (rpc: RpcClient, stage: number) =>
  (await rpc('POST', `/stage/${stage}?machine=mill-1`)).status;

const rememberRunners = async () => {
  const job = server.features.jobs.get('rememberRunners');
  if (job instanceof RepeatedJob) await job.runOnce();
};

/** Requests a stage until the runner is connected, and ends the request. */
async function connect(runner = newRunnerId(), type = 'exec') {
  const { bus } = server.core;
  const waiting = bus.countSubscribers('queueChanged');
  const leaving = new AbortController();
  const request = fetch(`${server.url}/rpc/v2/stage`, {
    method: 'POST',
    headers: { 'X-Drone-Token': rpcEnvironment.MILLRACE_RPC_SECRET, 'X-Millrace-Runner': runner },
    body: JSON.stringify({ ...filter, type }),
    signal: leaving.signal,
  }).catch(() => undefined);
  await expect
    .poll(async () => (await list()).some(({ types }) => types.includes(type)))
    .toBe(true);
  leaving.abort();
  await request;
  await expect.poll(() => bus.countSubscribers('queueChanged')).toBe(waiting);
  return rpcClient(server, { runner });
}

it('lists a runner by its name, also after it has disconnected and the server has restarted', async () => {
  const id = newRunnerId();
  await connect(id);
  await connect(id, 'docker');
  const connected = {
    name: 'mill-1',
    state: 'active',
    connected: true,
    seen: now,
    types: ['docker', 'exec'],
    os: 'linux',
    arch: 'amd64',
    variant: '',
    kernel: '',
    labels: {},
    capacity: 2,
    running: 0,
    version: '9.9.9',
    steps: 'as user ci',
  };
  expect(await list()).toEqual([connected]);
  await rememberRunners();
  now += 3600;
  expect(await list()).toEqual([{ ...connected, connected: false, seen: now - 3600 }]);
});

it('gives no stage to a paused runner, and explains why the stage waits', async () => {
  const rpc = await connect();
  expect((await setState('paused')).statusCode).toBe(204);
  await pushSampleRepo(server, 'ada');
  const { stages } = await readQueue();
  expect(stages[0]?.waiting).toEqual({ reason: 'runners_paused', runners: ['mill-1'] });
  // A runner may request a stage before it is paused, and claim it afterwards.
  expect(await claim(rpc, stages[0]?.id ?? 0)).toBe(409);

  expect((await setState('active')).statusCode).toBe(204);
  const stage = await rpc.ask<Stage>('POST', '/stage', filter);
  expect(await claim(rpc, stage.id)).toBe(200);
  expect(await list()).toMatchObject([{ name: 'mill-1', state: 'active', running: 1 }]);
});

it('offers stages again to a waiting runner when it is resumed', async () => {
  const rpc = await connect();
  await setState('paused');
  await pushSampleRepo(server, 'ada');
  const offered = rpc.ask<Stage>('POST', '/stage', filter);
  await setState('active');
  expect((await offered).name).toBe('first');
});

it('drains the processes of a runner until they are replaced', async () => {
  const rpc = await connect();
  await setState('draining');
  const { id } = await pushSampleRepo(server, 'ada');
  expect(id).toBeGreaterThan(0);
  expect(await list()).toMatchObject([{ state: 'draining' }]);
  const [queued] = (await readQueue()).stages;
  expect(await claim(rpc, queued?.id ?? 0)).toBe(409);

  const restarted = rpcClient(server, { runner: newRunnerId() });
  const stage = await restarted.ask<Stage>('POST', '/stage', filter);
  expect(await claim(restarted, stage.id)).toBe(200);
});

it('forgets a runner that is not connected', async () => {
  await connect();
  await rememberRunners();
  const refused = await send('DELETE', 'mill-1');
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toEqual({
    message: 'The runner mill-1 is connected. Stop it first.',
    code: 'wrong_state',
  });
  now += 3600;
  expect((await setState('draining')).statusCode).toBe(409);
  expect((await send('DELETE', 'mill-1')).statusCode).toBe(204);
  expect(await list()).toEqual([]);
  expect((await send('DELETE', 'mill-1')).json()).toEqual({
    message: 'No runner is called mill-1',
    code: 'missing',
  });
});

it('forgets runners after a week, except paused ones', async () => {
  await connect();
  await rememberRunners();
  await setState('paused');
  now += 8 * 24 * 3600;
  await rememberRunners();
  expect(await list()).toMatchObject([{ name: 'mill-1', state: 'paused' }]);
  await setState('active');
  await rememberRunners();
  expect(await list()).toEqual([]);
});

it('forgets drained runners after a week', async () => {
  await connect();
  await rememberRunners();
  await setState('draining');
  now += 8 * 24 * 3600;
  await rememberRunners();
  expect(await list()).toEqual([]);
});

it('rejects unknown states, and everyone but system admins', async () => {
  await connect();
  expect((await setState('asleep')).statusCode).toBe(400);
  expect((await send('PUT', 'mill-1/state', { state: 'paused' }, ada)).statusCode).toBe(403);
  expect((await send('DELETE', 'mill-1', undefined, ada)).statusCode).toBe(403);
});

async function readQueue(): Promise<QueuePage> {
  return (await server.app.inject({ url: '/api/system/queue', headers: bearer(root) })).json();
}
