import { randomBytes } from 'node:crypto';
import type { Build } from '@millrace/contract/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  samplePipeline,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts';

// More than an entry of an index of Postgres can hold, and nothing that could be packed.
const long = randomBytes(4000).toString('hex');

let server: TestServer;
let ada: { token: string };
let sha = '';
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  sha = (await ask<Build>('GET', '/repos/ada/project/builds/1')).body.after;
});
afterAll(() => server.stop());

async function ask<Output>(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) {
  const answer = await server.app.inject({
    method,
    url: `/api${path}`,
    headers: bearer(ada),
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() as Output };
}

const cron = { name: 'long', branch: 'main', expr: '@daily' };
const spaces = ' '.repeat(100_000);

it('rejects a path of the pipeline file that is longer than any in a repository', async () => {
  const change = (config_path: string) =>
    ask<{ config_path?: string; message?: string }>('PATCH', '/repos/ada/project', { config_path });
  const { status, body } = await change('x'.repeat(251));
  expect([status, body.message]).toEqual([400, 'The configuration has at most 250 characters']);
  const longest = `${'夜'.repeat(246)}.yml`;
  expect((await change(longest)).body.config_path).toBe(longest);
  expect((await change('.drone.yml')).status).toBe(200);
});

it.each([
  ['a secret', '/repos/ada/project/secrets', { name: long, data: 'x' }],
  ['a secret of all', '/secrets/ada', { name: long, data: 'x' }],
  ['a template', '/templates/ada', { name: `${long}.yaml`, data: 'x' }],
  ['a cron job', '/repos/ada/project/cron', { name: long, branch: 'main', expr: '@daily' }],
  [
    'the environment of a cron job',
    '/repos/ada/project/cron',
    { name: 'long', branch: 'main', expr: '@daily', target: long },
  ],
  ['the branch of a cron job', '/repos/ada/project/cron', { ...cron, branch: long }],
  ['the expression of a cron job', '/repos/ada/project/cron', { ...cron, expr: `${spaces}@daily` }],
])('rejects %s with a name that is too long to find', async (_, path, payload) => {
  const { status, body } = await ask<{ message: string }>('POST', path, payload);
  expect({ status, body }).toEqual({
    status: 400,
    body: { message: expect.stringMatching(/at most/), code: 'invalid_input' },
  });
});

it('finds the longest allowed names', async () => {
  const names = {
    secret: 'x'.repeat(250),
    template: `${'x'.repeat(245)}.yaml`,
    cron: '夜'.repeat(100),
  };
  const data = 'x';
  await ask('POST', '/repos/ada/project/secrets', { name: names.secret, data });
  await ask('POST', '/templates/ada', { name: names.template, data });
  const cron = { name: names.cron, branch: 'main', expr: '@daily' };
  await ask('POST', '/repos/ada/project/cron', cron);
  for (const path of [
    `/repos/ada/project/secrets/${names.secret}`,
    `/templates/ada/${names.template}`,
    `/repos/ada/project/cron/${encodeURIComponent(names.cron)}`,
  ]) {
    expect((await ask('GET', path)).status).toBe(200);
  }
});

it('rejects builds with such targets and branches', async () => {
  const builds = '/repos/ada/project/builds';
  for (const path of [
    `${builds}/1/promote?target=${long}`,
    `${builds}/1/rollback?target=${long}`,
    `${builds}?branch=${long}&commit=${sha}`,
  ]) {
    const { status, body } = await ask<{ message: string }>('POST', path);
    expect({ status, body }).toEqual({
      status: 400,
      body: { message: expect.stringMatching(/at most/), code: 'invalid_input' },
    });
  }
});

it('builds a push by an author with such an email address', async () => {
  const { git, commit } = await createWorkTree(server, 'ada', 'ada/pushed');
  await git('config', 'user.email', `${long}@example.com`);
  await commit({ '.drone.yml': samplePipeline });
  await git(
    '-c',
    `user.email=${long}@example.com`,
    'commit',
    '--quiet',
    '--allow-empty',
    '--message',
    'Long',
  );
  await git('push', 'origin', 'main');
  const builds = () => ask<Build[]>('GET', '/repos/ada/pushed/builds');
  await expect.poll(async () => (await builds()).body.length ?? 0).toBe(1);
});
