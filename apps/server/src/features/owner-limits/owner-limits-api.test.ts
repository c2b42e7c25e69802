import type { Stage } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { claimOverRpc, rpcClient, rpcEnvironment } from '../../../testing/rpc-client.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, createWorkTree, pushSampleRepo } from '../../../testing/test-server.ts';
import { uploadArtifact } from '../../../testing/upload-artifact.ts';

const server = await serverOfFile({ env: rpcEnvironment });
const root = await server.addUser('root', { admin: true });
const ada = await server.addUser('ada');
const bob = await server.addUser('bob');
const pipeline = 'kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: greet, commands: [c] }]\n';
const limits = '/api/system/owner-limits';

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  caller: { token: string } = root,
  payload?: object,
) => {
  const options = { method, url, headers: bearer(caller), ...(payload && { payload }) };
  const answer = await server.app.inject(options);
  return { status: answer.statusCode, body: answer.body ? answer.json() : undefined };
};
const rpc = rpcClient(server);
const finish = (stage: Stage) =>
  rpc.ask<Stage>('PUT', `/stage/${stage.id}`, { ...stage, status: 'success' });

it('lets an owner run no more stages than its limit, over all its repositories', async () => {
  await pushSampleRepo(server, 'ada', 'one', pipeline);
  await pushSampleRepo(server, 'ada', 'two', pipeline);
  await pushSampleRepo(server, 'bob', 'three', pipeline);
  const set = await call('PUT', `${limits}/ADA`, root, { running: 1, storage: null });
  expect(set).toMatchObject({ status: 200, body: { namespace: 'ada', running: 1, storage: null } });
  const first = await claimOverRpc(rpc);
  const second = await claimOverRpc(rpc);
  const { body: queue } = await call('GET', '/api/system/queue');
  const waiting = queue.stages.filter(({ machine }: { machine: string }) => machine === '');
  expect(waiting).toMatchObject([
    { repo: 'ada/two', waiting: { reason: 'owner_limit', owner: 'ada', limit: 1 } },
  ]);
  // A runner may name any stage.
  await expect(rpc.ask('POST', `/stage/${waiting[0].id}?machine=mill`)).rejects.toThrow();
  for (const stage of [first, second]) await finish(stage);
  await finish(await claimOverRpc(rpc));
});

it('refuses pushes and artifacts once the storage is used', async () => {
  const runner = runnerApiOf(server);
  await call('POST', '/api/repos/ada/one/builds', ada);
  const { step } = await startNextStage(runner);
  await uploadArtifact(runner, step.id, 'a.txt', 'content');
  await server.runJob('measureRepos');
  await call('PUT', `${limits}/ada`, root, { running: null, storage: 1 });
  await expect(uploadArtifact(runner, step.id, 'b.txt', 'content')).rejects.toThrow(
    /^ada stores .*, and its limit is 1/,
  );
  const work = await createWorkTree(server, 'ada', 'ada/one');
  await work.commit({ page: '1' });
  const refused = await work.git('push', 'origin', 'HEAD:refs/heads/next');
  expect(refused.stderr).toContain('and its limit is 1');
  expect((await call('GET', limits)).body).toMatchObject([
    { namespace: 'ada', storage: 1, stored: expect.any(Number) },
  ]);
  expect((await call('DELETE', `${limits}/ada`)).status).toBe(204);
  expect((await work.git('push', 'origin', 'HEAD:refs/heads/next')).exitCode).toBe(0);
});

it('is for system admins', async () => {
  const body = { running: 1, storage: 0 };
  expect((await call('PUT', `${limits}/ada`, ada, body)).status).toBe(403);
  expect((await call('GET', limits, bob)).status).toBe(403);
  expect((await call('DELETE', `${limits}/ada`)).status).toBe(404);
  expect((await call('PUT', `${limits}/nobody`, root, body)).status).toBe(404);
  expect((await call('PUT', `${limits}/ada`, root, { running: -1, storage: 0 })).status).toBe(400);
  expect((await call('GET', '/api/organizations/ada/limits', ada)).body).toMatchObject({
    running: 0,
    storage: 0,
  });
  expect((await call('GET', '/api/organizations/ada/limits', bob)).status).toBe(404);
});
