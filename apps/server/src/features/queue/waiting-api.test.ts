import type { Build, Stage } from '@millrace/contract/api';
import { openStream } from '@millrace/test-support/stream-reader';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueOf } from '../../../testing/queue-of.ts';
import {
  claimOverRpc,
  newRunnerId,
  rpcClient,
  rpcEnvironment,
  rpcSecret,
} from '../../../testing/rpc-client.ts';
import { setStatus } from '../../../testing/set-status.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let now: number;
let server: TestServer;
let root: { token: string };
beforeEach(async () => {
  now = 1_800_000_000;
  server = await startTestServer({ clock: { nowSec: () => now }, env: rpcEnvironment });
  await server.addUser('ada');
  root = await server.addUser('root', { admin: true });
});
afterEach(() => server.stop());

const get = async <Answer>(url: string): Promise<Answer> =>
  (await server.app.inject({ url, headers: bearer(root) })).json();
const readWaiting = async (name: string, build = 1, stage = 0) =>
  (await get<Build>(`/api/repos/ada/${name}/builds/${build}`)).stages?.[stage]?.waiting;
const wanted = { type: 'exec', os: 'linux', arch: 'amd64', labels: {} };
const pipeline = (more: string) =>
  `kind: pipeline\ntype: exec\nname: a\n${more}\nsteps: [{ name: b, commands: [c] }]\n`;

/** A runner that asks for a stage and waits for the answer until it leaves. */
async function askForStages(filter: object, runner = newRunnerId()) {
  const { bus } = server.core;
  const before = bus.countSubscribers('queueChanged');
  const leaving = new AbortController();
  const request = fetch(`${server.url}/rpc/v2/stage`, {
    method: 'POST',
    headers: { 'X-Drone-Token': rpcSecret, 'X-Millrace-Runner': runner },
    body: JSON.stringify(filter),
    signal: leaving.signal,
  }).catch(() => undefined);
  await expect.poll(() => bus.countSubscribers('queueChanged')).toBe(before + 1);
  return async () => {
    leaving.abort();
    await request;
    await expect.poll(() => bus.countSubscribers('queueChanged')).toBe(before);
  };
}

describe('a stage waits', () => {
  it('for a matching runner, and for the stages that it depends on', async () => {
    await pushSampleRepo(server, 'ada');
    expect(await readWaiting('project')).toEqual({ reason: 'no_runner', wanted, runners: [] });
    expect(await readWaiting('project', 1, 1)).toEqual({
      reason: 'dependencies',
      stages: ['first'],
    });
    const offer = { type: 'docker', os: 'linux', arch: 'arm64', labels: { gpu: 'yes' } };
    const leave = await askForStages({ kind: 'pipeline', ...offer, machine: 'big', capacity: 4 });
    const runners = [{ name: 'big', ...offer }];
    expect(await readWaiting('project')).toEqual({ reason: 'no_runner', wanted, runners });
    await leave();
    now += 120;
    expect(await readWaiting('project')).toMatchObject({ runners });
    now += 1;
    expect(await readWaiting('project')).toMatchObject({ runners: [] });
  });

  it('for a slot of busy runners, in order', async () => {
    const runner = newRunnerId();
    const filter = { kind: 'pipeline', ...wanted, machine: 'small', capacity: 1 };
    for (const name of ['one', 'two', 'three']) await pushSampleRepo(server, 'ada', name);
    const rpc = rpcClient(server, { runner });
    const stage = await rpc.ask<Stage>('POST', '/stage', filter);
    expect(await readWaiting('one')).toBeUndefined();
    expect(await readWaiting('two')).toMatchObject({ reason: 'busy', position: 2 });
    await rpc.ask('POST', `/stage/${stage.id}?machine=small`);
    now += 1000;
    const runners = [{ name: 'small', running: 1, capacity: 1 }];
    expect(await readWaiting('one')).toBeUndefined();
    expect(await readWaiting('two')).toEqual({ reason: 'busy', position: 1, runners });
    expect(await readWaiting('three')).toEqual({ reason: 'busy', position: 2, runners });
  });

  it('for runners that are only known by their stages, as after a restart of the server', async () => {
    await pushSampleRepo(server, 'ada', 'one');
    await pushSampleRepo(server, 'ada', 'two');
    const { stages } = server.core;
    const [open] = await stages.listOpen();
    await queueOf(server).claim(open?.id ?? 0, { machine: 'quiet', runner: newRunnerId() });
    expect(await readWaiting('two')).toEqual({
      reason: 'busy',
      position: 1,
      runners: [{ name: 'quiet', running: 1 }],
    });
  });

  it('for the concurrency limit of its name', async () => {
    await pushSampleRepo(server, 'ada', 'limited', pipeline('concurrency: { limit: 1 }'));
    await server.app.inject({
      method: 'POST',
      url: '/api/repos/ada/limited/builds',
      headers: bearer(root),
    });
    await claimOverRpc(rpcClient(server, { runner: newRunnerId() }));
    expect(await readWaiting('limited', 2)).toEqual({
      reason: 'limit',
      limit: 1,
      holders: [{ build: 1, stage: 1 }],
    });
  });

  it('for a runner with its labels', async () => {
    await pushSampleRepo(server, 'ada', 'labelled', pipeline('node: { gpu: "yes" }'));
    expect(await readWaiting('labelled')).toMatchObject({ wanted: { labels: { gpu: 'yes' } } });
    const plain = await askForStages({ ...wanted, kind: 'pipeline' });
    expect(await readWaiting('labelled')).toMatchObject({ reason: 'no_runner' });
    await plain();
    const filter = { kind: 'pipeline', ...wanted, labels: { gpu: 'yes' } };
    const stage = await rpcClient(server).ask<Stage>('POST', '/stage', filter);
    expect(stage).toMatchObject({ name: 'a', labels: { gpu: 'yes' } });
  });

  it('for approval, and while the queue is paused', async () => {
    await pushSampleRepo(server, 'ada');
    await queueOf(server).pause();
    expect(await readWaiting('project')).toEqual({ reason: 'paused' });
    await setStatus(server, 'stages', 1, 'blocked');
    expect(await readWaiting('project')).toEqual({ reason: 'approval' });
  });
});

it('with a reason in the queue and in the stream of builds, but not in lists', async () => {
  const stream = await openStream(`${server.url}/api/stream`, bearer(root));
  await pushSampleRepo(server, 'ada');
  const queue = await get<Stage[]>('/api/queue');
  expect(queue.map((stage) => stage.waiting?.reason)).toEqual(['no_runner']);
  const [message] = await stream.take(1);
  const { build } = JSON.parse(message?.data ?? '') as { build: Build };
  expect(build.stages?.map((stage) => stage.waiting?.reason)).toEqual([
    'no_runner',
    'dependencies',
  ]);
  const list = await get<Build[]>('/api/repos/ada/project/builds');
  expect(list[0]?.stages).toBeUndefined();
});
