import type { Stage, Usage } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { claimOverRpc, rpcClient, rpcEnvironment } from '../../../testing/rpc-client.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile({
  env: {
    ...rpcEnvironment,
    MILLRACE_PRICE_PER_MINUTE: '0.1',
    MILLRACE_PRICE_LABELS: 'gpu=yes:2',
    MILLRACE_PRICE_CURRENCY: 'EUR',
  },
});
const root = await server.addUser('root', { admin: true });
const ada = await server.addUser('ada');
await server.addUser('bob');
const pipeline = 'kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: b, commands: [c] }]\n';
const rpc = rpcClient(server);
const today = Math.floor(Date.now() / 86_400_000) * 86_400;

const ask = async (url: string, caller = root) => {
  const answer = await server.app.inject({ url, headers: bearer(caller) });
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
};
const read = async (query: string, caller = root): Promise<Usage> =>
  JSON.parse((await ask(`/api/system/usage?${query}`, caller)).body);
async function runNext(seconds: number): Promise<void> {
  const stage = await claimOverRpc(rpc, 'mill');
  const running = await rpc.ask<Stage>('PUT', `/stage/${stage.id}`, {
    ...stage,
    status: 'running',
    started: today + 100,
  });
  await rpc.ask('PUT', `/stage/${stage.id}`, {
    ...running,
    status: 'success',
    stopped: today + 100 + seconds,
  });
}

it('sums finished builds by each group, once, with prices', async () => {
  await server.runJob('countUsage');
  await pushSampleRepo(server, 'ada', 'one', pipeline);
  await runNext(60);
  await pushSampleRepo(server, 'bob', 'two', pipeline);
  await runNext(600);
  await server.runJob('countUsage');
  const usage = await read('');
  expect(usage).toMatchObject({ currency: 'EUR', total: { stages: 2, seconds: 660, cost: 1.1 } });
  expect(usage.groups).toMatchObject([
    { name: 'bob', stages: 1, seconds: 600, cost: 1 },
    { name: 'ada', stages: 1, seconds: 60, cost: 0.1 },
  ]);
  // A finished build still changes.
  await server.app.inject({
    method: 'POST',
    url: '/api/repos/ada/one/builds/1/pin',
    headers: bearer(ada),
  });
  await server.runJob('countUsage');
  expect((await read('')).total.stages).toBe(2);
  const names = async (by: string) => (await read(`by=${by}`)).groups.map(({ name }) => name);
  expect(await names('repo')).toEqual(['bob/two', 'ada/one']);
  expect(await names('runner')).toEqual(['mill']);
  expect(await names('person')).toEqual(['bob', 'ada']);
  expect(await names('day')).toEqual([new Date(today * 1000).toISOString().slice(0, 10)]);
  expect(await names('labels')).toEqual(['']);
});

it('counts a restart again, and keeps what a deleted repository used', async () => {
  const restart = '/api/repos/ada/one/builds';
  await server.app.inject({ method: 'POST', url: restart, headers: bearer(ada) });
  await runNext(30);
  await server.runJob('countUsage');
  expect((await read('by=repo')).groups[1]).toMatchObject({ name: 'ada/one', seconds: 90 });
  const url = '/api/repos/ada/one?remove=true';
  await server.app.inject({ method: 'DELETE', url, headers: bearer(ada) });
  expect((await read('by=repo')).groups[1]).toMatchObject({ name: 'ada/one', seconds: 90 });
});

it('is a table for spreadsheets', async () => {
  const { body, headers } = await ask('/api/system/usage?by=repo&format=csv');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(body.split('\r\n').slice(0, 2)).toEqual([
    'repo,stages,minutes,waited_minutes,cost,stored_bytes',
    expect.stringMatching(/^"bob\/two",1,10\.0,\d+\.\d,1,$/),
  ]);
});

it('is for system admins, and for the owners of an organization about theirs', async () => {
  expect((await ask('/api/system/usage', ada)).status).toBe(403);
  const own = JSON.parse((await ask('/api/organizations/ada/usage?by=repo', ada)).body);
  expect(own.groups).toMatchObject([{ name: 'ada/one' }]);
  expect((await ask('/api/organizations/bob/usage', ada)).status).toBe(404);
});

it.each([
  ['from=2026-02-30', 'Invalid query: 2026-02-30 is not a day'],
  ['from=yesterday', 'Invalid query: a day is written as YYYY-MM-DD'],
  ['from=2026-02-02&to=2026-02-01', 'The first day is after the last one'],
  ['from=2020-01-01&to=2026-02-01', 'A range has at most 400 days'],
  ['by=colour', 'Invalid query: by must be one of'],
])('refuses %s', async (query, message) => {
  const { status, body } = await ask(`/api/system/usage?${query}`);
  expect([status, JSON.parse(body).message]).toEqual([400, expect.stringContaining(message)]);
});
