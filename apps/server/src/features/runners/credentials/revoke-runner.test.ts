import { request } from 'node:http';
import type { Build, KeptStep } from '@millrace/contract/api';
import { rpcPath } from '@millrace/contract/runner';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type RegisteredRunner,
  registerRunner,
  runnersOf,
} from '../../../../testing/register-runner.ts';
import { claimOverRpc, startOverRpc } from '../../../../testing/rpc-client.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';
import { CredentialStore } from './credential-store.ts';

let server: TestServer;
let ada: { token: string };
let runner: RegisteredRunner;
const url = runnersOf.repo('ada/project');
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  runner = await registerRunner(server, ada, url, { name: 'one' });
});
afterEach(() => server.stop());

const call = (method: 'GET' | 'POST' | 'DELETE' | 'PATCH', path: string, payload?: object) =>
  server.app.inject({ method, url: path, headers: bearer(ada), ...(payload && { payload }) });
const revoke = () => call('DELETE', `${url}/${runner.id}`);
const readBuild = async (): Promise<Build> =>
  (await call('GET', '/api/repos/ada/project/builds/1')).json();

it('ends a running stage in error, which can be restarted', async () => {
  const { stage, step } = await startOverRpc(runner.rpc);
  expect((await revoke()).statusCode).toBe(204);
  const build = await readBuild();
  const error = 'The runner was revoked.';
  expect(build.status).toBe('error');
  expect(build.stages?.[0]).toMatchObject({ status: 'error', error });
  expect(build.stages?.[0]?.steps?.[0]).toMatchObject({ status: 'error', error });
  for (const [method, path, body] of [
    ['PUT', `/stage/${stage.id}`, { ...stage, status: 'success' }],
    ['POST', `/step/${step.id}/logs/batch`, [{ pos: 0, out: 'late', time: 1 }]],
    ['GET', `/stage/${stage.id}`, undefined],
    ['POST', '/stage', { type: 'exec' }],
  ] as const) {
    expect((await runner.rpc(method, path, body)).status).toBe(401);
  }
  await call('POST', '/api/repos/ada/project/builds/1?only=failed');
  const next = await registerRunner(server, ada, url, { name: 'one' });
  expect((await startOverRpc(next.rpc)).stage.build_id).toBe(build.id);
});

it('returns a stage that has not started to the queue', async () => {
  const { id } = await claimOverRpc(runner.rpc);
  await revoke();
  expect((await readBuild()).stages?.[0]).toMatchObject({ id, status: 'pending' });
  const next = await registerRunner(server, ada, url, { name: 'two' });
  expect(await claimOverRpc(next.rpc)).toMatchObject({ id, machine: 'ada/project/two' });
});

it('leaves the stages of other runners', async () => {
  const other = await registerRunner(server, ada, url, { name: 'two' });
  const { stage } = await startOverRpc(other.rpc);
  await revoke();
  expect((await readBuild()).stages?.[0]?.status).toBe('running');
  expect((await other.rpc('PUT', `/stage/${stage.id}`, stage)).status).toBe(200);
});

it('ends a waiting call at once', async () => {
  const { bus } = server.core;
  await claimOverRpc(runner.rpc);
  const subscribers = bus.countSubscribers('queueChanged');
  const ended = expect(runner.rpc('POST', '/stage', { type: 'exec' })).rejects.toThrow();
  await expect.poll(() => bus.countSubscribers('queueChanged')).toBe(subscribers + 1);
  await revoke();
  await ended;
  await expect.poll(() => bus.countSubscribers('queueChanged')).toBe(subscribers);
});

it('ends an upload at once', async () => {
  const { step } = await startOverRpc(runner.rpc);
  const upload = request(`${server.url}${rpcPath}/step/${step.id}/files?kind=artifact&path=a.txt`, {
    method: 'POST',
    headers: {
      'content-length': 1000,
      'x-drone-token': runner.credential,
      'x-millrace-runner': runner.process,
    },
  });
  const ended = new Promise<unknown>((resolve) => upload.on('error', resolve));
  const calls = new Promise<void>((resolve) => {
    server.app.server.once('request', () => resolve());
  });
  upload.write('half');
  await calls;
  const uploads = `/api/repos/ada/project/builds/1/artifacts`;
  // The call is admitted after its headers; one more call of the runner comes after that.
  await runner.rpc('PUT', `/step/${step.id}`, { ...step, status: 'running' });
  await revoke();
  expect(await ended).toBeInstanceOf(Error);
  expect((await call('GET', uploads)).json()).toEqual([]);
});

it('ends a terminal', async () => {
  const settings = '/api/repos/ada/project/terminal-settings';
  await call('PATCH', settings, { keep_failed: true });
  const { step } = await startOverRpc(runner.rpc);
  await runner.rpc.ask('POST', `/step/${step.id}/keep`);
  const list = async (): Promise<KeptStep[]> =>
    (await call('GET', '/api/repos/ada/project/builds/1/kept-steps')).json();
  const [kept] = await list();
  const terminals = `/api/repos/ada/project/kept-steps/${kept?.id}/terminals`;
  await call('POST', terminals, { columns: 80, rows: 24 });
  const watching = runner.rpc('POST', `/step/${step.id}/keep/watch`, { open: [] });
  expect((await watching).status).toBe(200);
  await revoke();
  expect(await list()).toMatchObject([
    { end_reason: 'runner', terminals: [{ end_reason: 'runner' }] },
  ]);
});

it('also ends what a server that crashed had left, and late claims', async () => {
  await startOverRpc(runner.rpc);
  await new CredentialStore(server.core.db).revoke('server', runner.id, 1);
  expect((await readBuild()).status).toBe('running');
  await server.runJob('lostStages');
  expect((await readBuild()).stages?.[0]?.error).toBe('The runner was revoked.');
});

it('removes the runner from the connected ones', async () => {
  void runner.rpc('POST', '/stage', { type: 'docker' }).catch(() => undefined);
  const isConnected = async () => (await call('GET', url)).json()[0]?.connected;
  await expect.poll(isConnected).toBe(true);
  await revoke();
  expect((await call('GET', url)).json()).toEqual([]);
  const { waiting } = (await readBuild()).stages?.[0] ?? {};
  expect(waiting).toMatchObject({ reason: 'no_runner', runners: [] });
});
