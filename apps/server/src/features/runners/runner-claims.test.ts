import type { Stage } from '@millrace/contract/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueOf } from '../../../testing/queue-of.ts';
import {
  claimOverRpc,
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

let server: TestServer;
let ada: { id: number; login: string; token: string };
/** A runner of another maker: it sends no id. */
let rpc: RpcClient;
beforeEach(async () => {
  server = await startTestServer({ env: rpcEnvironment });
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  rpc = rpcClient(server);
});
afterEach(() => server.stop());

describe('a claim', () => {
  it('succeeds for one of many concurrent requests', async () => {
    for (const name of ['a', 'b', 'c']) await pushSampleRepo(server, 'ada', name);
    const runners = Array.from({ length: 8 }, () => rpcClient(server, { runner: newRunnerId() }));
    const claims = await Promise.all(
      runners.map(async (runner, index) => {
        for (let stages: number[] = []; ; ) {
          const ids = (await server.core.stages.listOpen())
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

  it('gets another stage for each concurrent request, until all are claimed', async () => {
    for (const name of ['a', 'b', 'c']) await pushSampleRepo(server, 'ada', name);
    const clients = Array.from({ length: 5 }, () => rpcClient(server, { runner: newRunnerId() }));
    const [first, second, third, fourth, late] = clients.map((client) =>
      client.ask<Stage>('POST', '/stage', { kind: 'pipeline', type: 'exec' }),
    );
    const offered = await Promise.all([first, second, third, fourth].map(async (asked) => asked));
    const ids = offered.map((stage) => stage?.id);
    expect(new Set(ids).size).toBe(4);
    // None of the four claims what it was offered: the fifth gets one of theirs.
    expect(ids).toContain((await late)?.id);
  });

  it('is repeated only by the same process of a runner', async () => {
    const own = rpcClient(server, { runner: newRunnerId() });
    const { id } = await claimOverRpc(own, 'own');
    const again = (client: RpcClient) => client('POST', `/stage/${id}?machine=own`);
    expect((await again(own)).status).toBe(200);
    expect((await again(rpcClient(server, { runner: newRunnerId() }))).status).toBe(409);
    expect((await again(rpc)).status).toBe(409);
  });

  it('is listed for its runner alone, until the stage has finished', async () => {
    const runner = newRunnerId();
    const own = rpcClient(server, { runner });
    const list = async (client: RpcClient, machine: string) =>
      (await client.ask<Stage[]>('GET', `/claims?machine=${machine}`)).map(({ id }) => id);
    expect(await list(own, 'remote')).toEqual([]);
    const claimed = await claimOverRpc(own);
    expect(await list(own, 'remote')).toEqual([claimed.id]);
    // Its data folder was copied to another machine.
    expect(await list(own, 'copy')).toEqual([]);
    expect(await list(rpcClient(server, { runner: newRunnerId() }), 'remote')).toEqual([]);
    await own.ask('PUT', `/stage/${claimed.id}`, { ...claimed, status: 'running', steps: [] });
    expect(await list(own, 'remote')).toEqual([claimed.id]);
    await own.ask('PUT', `/stage/${claimed.id}`, { ...claimed, status: 'success', steps: [] });
    expect(await list(own, 'remote')).toEqual([]);
  });

  it('of a runner without an id succeeds once', async () => {
    const { id } = await claimOverRpc(rpc);
    expect((await rpc('POST', `/stage/${id}?machine=remote`)).status).toBe(409);
  });

  it('is rejected above the limit, even if the stage was offered', async () => {
    const pipeline = 'kind: pipeline\ntype: exec\nname: a\nconcurrency: { limit: 1 }\nsteps: []\n';
    const { id } = await pushSampleRepo(server, 'ada', 'limited', pipeline);
    await server.app.inject({
      method: 'POST',
      url: '/api/repos/ada/limited/builds',
      headers: bearer(ada),
    });
    const stages = (await server.core.stages.listOpen()).filter((row) => row.repoId === id);
    const claim = async (index: number, client: RpcClient) =>
      (await client('POST', `/stage/${stages[index]?.id}?machine=one`)).status;
    expect(await claim(1, rpcClient(server, { runner: newRunnerId() }))).toBe(200);
    expect(await claim(0, rpc)).toBe(409);
  });

  it('is rejected while the queue is paused', async () => {
    const queued = await rpc.ask<Stage>('POST', '/stage', { type: 'exec' });
    await queueOf(server).pause();
    expect((await rpc('POST', `/stage/${queued.id}?machine=one`)).status).toBe(409);
  });
});
