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
    const clock = { nowSec: () => now, wait: async () => {} };
    const options = { database, clock, env: { ...env, ...folder }, jobs: [] };
    servers.push(await startTestServer(options));
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

/** Looks for lost stages, at the server that has the lease. */
const look = (holder: number) => serverAt(holder).runJob('lostStages');

/** Resolves when the servers have written that the runners of so many stages called now. */
async function untilWritten(stages: number): Promise<void> {
  const { db } = serverAt(0).core;
  const written = db.selectFrom('stage_contacts').select('stage_id').where('heard', '=', now);
  await expect.poll(async () => (await written.execute()).length).toBe(stages);
}

/** A runner that speaks to one server only, with a stage that it has begun. */
async function beginAt(index: number): Promise<{ rpc: RpcClient; stage: Stage }> {
  await pushSampleRepo(serverAt(index), 'ada', `repo-${index}-${now}`);
  const rpc = rpcClient(serverAt(index), { runner: newRunnerId() });
  return { rpc, stage: (await startOverRpc(rpc, `runner-${index}`)).stage };
}

const statusOf = async ({ id }: Stage) => (await serverAt(0).core.stages.findById(id))?.status;

it('recovers no stage of runners that call other servers, whichever server checks', async () => {
  const begun = [];
  for (let minute = 0; minute < 10; minute++) {
    // Claimed in the moment before the holder looks: no server has written down a call yet.
    const claimed = await beginAt(minute);
    await look(Math.floor(minute / 3) + 1);
    begun.push(claimed);
    for (let tick = 0; tick < 4; tick++) {
      now += 15;
      for (const { rpc, stage } of begun) await rpc('PUT', `/stage/${stage.id}`, stage);
      await untilWritten(begun.length);
      await look(Math.floor(minute / 3) + 1);
    }
  }
  const statuses = await Promise.all(begun.map(({ stage }) => statusOf(stage)));
  expect(new Set(statuses)).toEqual(new Set(['running']));
});

it('recovers a stage whose runner stops calling another server', async () => {
  const { stage } = await beginAt(1);
  await look(0);
  for (let tick = 0; tick < 8; tick++) {
    expect(await statusOf(stage)).toBe('running');
    now += 15;
    await look(0);
  }
  expect(await statusOf(stage)).toBe('error');
});
