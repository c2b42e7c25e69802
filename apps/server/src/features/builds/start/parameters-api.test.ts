import type { Build, BuildParameter } from '@millrace/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  samplePipeline,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

let server: TestServer;
let ada: { id: number; token: string };
let bob: { id: number; token: string };

const parameters = `parameters:
  - { name: VERSION, required: true, description: What is shipped, events: [custom, promote] }
  - { name: LEVEL, type: choice, choices: [low, high], default: low }
  - { name: COUNT, type: number, events: [custom] }
`;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  bob = await server.addUser('bob');
  const repo = await pushSampleRepo(server, 'ada', 'project', `${samplePipeline}${parameters}`);
  await server.core.repos.grant(bob.id, repo.id, 'read');
  const work = await createWorkTree(server, 'ada', 'ada/project');
  await work.git('pull', '--quiet', 'origin', 'main');
  await work.commit({ '.drone.yml': samplePipeline }, 'Ask for nothing');
  await work.git('push', 'origin', 'main:plain');
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST', path: string, user: { token: string } | null = ada) =>
  server.app.inject({
    method,
    url: `/api/repos/ada/project/builds${path}`,
    headers: user ? bearer(user) : {},
  });
const namesOf = async (query: string) => {
  const found: BuildParameter[] = (await call('GET', `/parameters${query}`)).json();
  return found.map(({ name }) => name);
};

describe('the parameters of a pipeline file', () => {
  it('are read from the newest commit of the branch, for a build by hand', async () => {
    expect((await call('GET', '/parameters')).json()).toEqual([
      { name: 'VERSION', type: 'string', description: 'What is shipped', required: true },
      { name: 'LEVEL', type: 'choice', required: false, default: 'low', choices: ['low', 'high'] },
      { name: 'COUNT', type: 'number', required: false },
    ]);
    expect(await namesOf('?branch=plain')).toEqual([]);
  });

  it('are read from a commit, and from a deployed build', async () => {
    const first: Build = (await call('GET', '/1')).json();
    expect(await namesOf(`?branch=plain&commit=${first.after}`)).toHaveLength(3);
    expect(await namesOf('?build=1&event=promote')).toEqual(['VERSION', 'LEVEL']);
    expect(await namesOf('?build=1&event=rollback')).toEqual(['LEVEL']);
    expect(await namesOf('?build=2&event=promote')).toEqual([]);
  });

  it.each<[string, string, () => { token: string } | null, number, string, string]>([
    ['a reader', '', () => bob, 403, 'You need write permission for this repository', 'forbidden'],
    ['a guest', '', () => null, 401, 'Unauthorized', 'unauthorized'],
    ['an unknown branch', '?branch=none', () => ada, 404, 'There is no branch none', 'missing'],
    ['an unknown build', '?build=99', () => ada, 404, 'sql: no rows in result set', 'missing'],
    [
      'no number',
      '?build=x',
      () => ada,
      400,
      'Invalid query: build must be its number',
      'invalid_input',
    ],
    [
      'another event',
      '?event=push',
      () => ada,
      400,
      'Invalid query: event must be one of custom, promote, rollback',
      'invalid_input',
    ],
  ])('are rejected: %s', async (_, query, user, status, message, code) => {
    const answer = await call('GET', `/parameters${query}`, user());
    expect([answer.statusCode, answer.json()]).toEqual([status, { message, code }]);
  });
});

describe('the parameters of a build by hand', () => {
  it.each([
    ['', 'The parameter VERSION is missing'],
    ['?VERSION=1&LEVEL=loud', 'The parameter LEVEL must be one of low, high'],
    ['?VERSION=1&COUNT=many', 'The parameter COUNT must be a number'],
  ])('must match their declaration: %s', async (query, message) => {
    const answer = await call('POST', query);
    expect([answer.statusCode, answer.json()]).toEqual([400, { message, code: 'invalid_input' }]);
  });

  it('have defaults, and undeclared ones are kept', async () => {
    const build: Build = (await call('POST', '?VERSION=1&OTHER=x')).json();
    expect(build.params).toEqual({ VERSION: '1', LEVEL: 'low', OTHER: 'x' });
  });

  it('are free if the file declares none', async () => {
    const build: Build = (await call('POST', '?branch=plain&LEVEL=loud')).json();
    expect(build.params).toEqual({ LEVEL: 'loud' });
  });

  it('are declared for each deployment', async () => {
    const refused = await call('POST', '/1/promote?target=production');
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'The parameter VERSION is missing',
    ]);
    const rolled: Build = (await call('POST', '/1/rollback?target=production')).json();
    expect(rolled.params).toEqual({ LEVEL: 'low' });
  });

  it('are kept in a restart, and changed ones must match their declaration', async () => {
    const build: Build = (await call('POST', '?VERSION=2')).json();
    const again: Build = (await call('POST', `/${build.number}?LEVEL=high&OTHER=x`)).json();
    expect(again.params).toEqual({ VERSION: '2', LEVEL: 'high', OTHER: 'x' });
    const refused = await call('POST', `/${build.number}?LEVEL=loud`);
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'The parameter LEVEL must be one of low, high',
    ]);
    const pushed: Build = (await call('POST', '/1')).json();
    expect(pushed.params).toBeUndefined();
  });
});
