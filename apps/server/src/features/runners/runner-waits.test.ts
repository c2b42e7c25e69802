import type { Build, Stage } from '@millrace/contract/api';
import { expect, it, onTestFinished } from 'vitest';
import {
  claimOverRpc,
  newRunnerId,
  rpcClient,
  rpcEnvironment,
} from '../../../testing/rpc-client.ts';
import { bearer, pushSampleRepo, startTestServer } from '../../../testing/test-server.ts';

it('a stage tells why its cluster makes it wait, until it goes on or ends', async () => {
  const server = await startTestServer({ env: rpcEnvironment });
  onTestFinished(() => server.stop());
  const ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  const runner = rpcClient(server, { runner: newRunnerId() });
  const { id } = await claimOverRpc(runner);
  const report = (reason: string, client = runner) =>
    client('PUT', `/stage/${id}/wait`, { reason });
  const readWait = async () => {
    const answer = await fetch(`${server.url}/api/repos/ada/project/builds/1`, {
      headers: bearer(ada),
    });
    return ((await answer.json()) as Build).stages?.[0]?.waiting;
  };
  expect(await report('Unschedulable')).toMatchObject({ status: 200 });
  expect(await readWait()).toEqual({ reason: 'cluster', message: 'Unschedulable' });
  await report('');
  expect(await readWait()).toBeUndefined();

  const claimed = await runner.ask<Stage>('GET', `/stage/${id}`);
  await runner.ask('PUT', `/stage/${id}`, { ...claimed, status: 'running', steps: [] });
  await report(`ImagePullBackOff ${'x'.repeat(1000)}`);
  expect(await readWait()).toMatchObject({
    message: expect.stringMatching(/^ImagePullBackOff x{483}$/),
  });
  expect((await report('mine', rpcClient(server, { runner: newRunnerId() }))).status).toBe(409);
  await runner.ask('PUT', `/stage/${id}`, { ...claimed, status: 'error', steps: [] });
  expect(await readWait()).toBeUndefined();
  expect((await report('late')).status).toBe(409);
});
