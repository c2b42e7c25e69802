import type { Stage } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { claimOverRpc, rpcClient, rpcEnvironment } from '../../../testing/rpc-client.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile({ env: rpcEnvironment });
const root = await server.addUser('root', { admin: true });
const ada = await server.addUser('ada');
const bob = await server.addUser('bob');
const pipeline = 'kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: b, commands: [c] }]\n';
const project = await pushSampleRepo(server, 'ada', 'project', pipeline);
await server.core.repos.grant(bob.id, project.id, 'write');
const rpc = rpcClient(server);

const call = async (
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  caller: { token: string } = ada,
  payload?: object,
) => {
  const options = { method, url: `/api/repos/ada/project/${url}`, headers: bearer(caller) };
  const answer = await server.app.inject({ ...options, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
};
const start = async () => (await call('POST', 'builds')).body.number as number;
const priority = { priority: 'normal', rules: [] };
async function serveAll(): Promise<number[]> {
  const served: number[] = [];
  while (
    (
      await server.core.db
        .selectFrom('stages')
        .select('id')
        .where('status', '=', 'pending')
        .execute()
    ).length > 0
  ) {
    const stage = await claimOverRpc(rpc);
    const build = await server.core.db
      .selectFrom('builds')
      .innerJoin('stages', 'stages.build_id', 'builds.id')
      .select('builds.number')
      .where('stages.id', '=', stage.id)
      .executeTakeFirstOrThrow();
    served.push(build.number);
    await rpc.ask<Stage>('PUT', `/stage/${stage.id}`, { ...stage, status: 'success' });
  }
  return served;
}

it('runs the build next that an administrator chooses, and records it', async () => {
  await serveAll();
  const [first, second, third] = [await start(), await start(), await start()];
  const url = `builds/${third}/priority`;
  expect((await call('POST', url, bob, { priority: 'next' })).status).toBe(403);
  expect((await call('POST', url, ada, { priority: 'high' })).status).toBe(400);
  expect((await call('POST', url, ada, { priority: 'next' })).status).toBe(200);
  expect((await call('POST', `builds/${first}/priority`, ada, { priority: 'low' })).status).toBe(
    200,
  );
  expect(await serveAll()).toEqual([third, second, first]);
  const { body } = await call('GET', 'audit?action=build.prioritize');
  expect(body).toMatchObject([
    { target: String(first), details: { priority: 'low' } },
    { target: String(third), details: { priority: 'next' } },
  ]);
  expect(await call('POST', url, ada, { priority: 'next' })).toMatchObject({
    status: 409,
    body: { message: 'The build has finished' },
  });
});

it('gives builds the priority of the first rule that matches', async () => {
  expect((await call('GET', 'priority')).body).toEqual(priority);
  const rules = [{ event: 'custom', branch: 'main', priority: 'low' }];
  expect((await call('PUT', 'priority', bob, { ...priority, rules })).status).toBe(403);
  expect((await call('PUT', 'priority', ada, { ...priority, rules })).body.rules).toEqual(rules);
  const low = await start();
  await call('PUT', 'priority', ada, priority);
  const usual = await start();
  expect(await serveAll()).toEqual([usual, low]);
});

it('leaves high priorities to system admins', async () => {
  const high = { priority: 'high', rules: [{ branch: 'hotfix/*', priority: 'high' }] };
  expect(await call('PUT', 'priority', ada, high)).toMatchObject({
    status: 403,
    body: { message: 'Only system admins give builds a high priority' },
  });
  expect((await call('PUT', 'priority', root, high)).status).toBe(200);
  const kept = { priority: 'low', rules: high.rules };
  expect((await call('PUT', 'priority', ada, kept)).status).toBe(200);
});

it.each([
  [{ priority: 'urgent', rules: [] }, 'priority'],
  [{ priority: 'low' }, 'rules'],
  [
    { priority: 'low', rules: [{ branch: ' ', priority: 'low' }] },
    'A pattern of a branch is empty',
  ],
  [{ priority: 'low', rules: [{ event: 'merge', priority: 'low' }] }, 'event'],
])('rejects %o', async (body, message) => {
  expect(await call('PUT', 'priority', ada, body)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(message) },
  });
});
