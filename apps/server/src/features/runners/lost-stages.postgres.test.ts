import type { Stage } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  newRunnerId,
  type RpcClient,
  rpcClient,
  rpcEnvironment,
  startOverRpc,
} from '../../../testing/rpc-client.ts';
import { makePostgresDatabase, removeTestDatabase } from '../../../testing/test-database.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let now: number;
let database: string;
let servers: TestServer[];
beforeEach(async () => {
  now = 1_800_000_000;
  database = await makePostgresDatabase();
  servers = [];
  const env = { ...rpcEnvironment, MILLRACE_SECRET_KEY: 'a key that all servers know' };
  for (let index = 0; index < 3; index++) {
    const folder = servers[0] && { MILLRACE_REPOSITORIES: `${servers[0].tempDir}/data` };
    const clock = { nowSec: () => now };
    servers.push(await startTestServer({ database, clock, env: { ...env, ...folder } }));
  }
  await serverAt(0).addUser('ada');
});
afterEach(async () => {
  for (const server of servers.reverse()) await server.stop();
  await removeTestDatabase(database);
});

function serverAt(index: number): TestServer {
  const server = servers[index % servers.length];
  if (!server) throw new Error(`There is no server ${index}`);
  return server;
}

/** The server that has the lease looks for lost stages, after each server has written its contacts. */
async function look(holder: number): Promise<void> {
  for (const { context } of servers) await context.stageContacts.write();
  await serverAt(holder).context.lostStages.tick();
}

/** A runner that speaks to one server only, with a stage that it has begun. */
async function beginAt(index: number): Promise<{ rpc: RpcClient; stage: Stage }> {
  await pushSampleRepo(serverAt(index), 'ada', `repo-${index}-${now}`);
  const rpc = rpcClient(serverAt(index), { runner: newRunnerId() });
  return { rpc, stage: (await startOverRpc(rpc, `runner-${index}`)).stage };
}

const statusOf = async ({ id }: Stage) => (await serverAt(0).context.stages.findById(id))?.status;

it('loses no stage of runners at other servers, whichever server looks for lost ones', async () => {
  const begun = [];
  for (let minute = 0; minute < 10; minute++) {
    // Claimed in the moment before the holder looks: no server has written down a call yet.
    const claimed = await beginAt(minute);
    await serverAt(Math.floor(minute / 3) + 1).context.lostStages.tick();
    begun.push(claimed);
    for (let tick = 0; tick < 4; tick++) {
      now += 15;
      for (const { rpc, stage } of begun) await rpc('PUT', `/stage/${stage.id}`, stage);
      await look(Math.floor(minute / 3) + 1);
    }
  }
  const statuses = await Promise.all(begun.map(({ stage }) => statusOf(stage)));
  expect(new Set(statuses)).toEqual(new Set(['running']));
});

it('loses a stage whose runner falls silent at another server', async () => {
  const { stage } = await beginAt(1);
  await look(0);
  for (let tick = 0; tick < 8; tick++) {
    expect(await statusOf(stage)).toBe('running');
    now += 15;
    await look(0);
  }
  expect(await statusOf(stage)).toBe('error');
});
