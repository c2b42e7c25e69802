import type { Build, Line, Stage } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import type { Status } from '@millrace/contract/vocabulary';
import { openStream } from '@millrace/test-support/stream-reader';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

let server: TestServer;
let ada: { id: number; token: string };
let api: RunnerApi;
let repoId: number;

const pipeline = (name: string, more: string) =>
  `kind: pipeline\ntype: exec\nname: ${name}\n${more}steps: [{ name: greet, commands: [a] }]\n`;
const file = [
  pipeline('compile', ''),
  pipeline('test', 'depends_on: [compile]\n'),
  pipeline('ship', 'depends_on: [test]\n'),
].join('---\n');

beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada', 'project', file)).id;
  api = runnerApiOf(server);
});
afterEach(() => server.stop());

const call = (path: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', who = ada) =>
  server.app.inject({ method, url: `/api/repos/ada/project/builds${path}`, headers: bearer(who) });
const read = async (path = '/1'): Promise<Build> => (await call(path)).json();
const readLog = async (path: string): Promise<string[]> =>
  (await call(path)).json().map(({ out }: Line) => out);
const restart = (who = ada) => call('/1?only=failed', 'POST', who);

/** Carries the next stage out, with a line that says so. */
async function carryOut(status: Status, out: string): Promise<Stage> {
  const { stage, step } = await startNextStage(api);
  await api.appendLogs({ params: { step: step.id }, body: [{ pos: 0, out, time: 0 }] });
  const exit_code = status === 'success' ? 0 : 1;
  const ended = await api.updateStep({
    params: { step: step.id },
    body: { ...step, status, exit_code, stopped: 2 },
  });
  return api.updateStage({
    params: { stage: stage.id },
    body: { ...stage, status, exit_code, stopped: 2, steps: [ended] },
  });
}

async function failOnce(): Promise<void> {
  await carryOut('success', 'compiled');
  await carryOut('failure', 'a test failed');
}

const names = ({ stages = [] }: Build) =>
  stages.map(({ name, status, steps }) => `${name} ${status} ${steps?.length ?? 0}`);

it('reruns failed stages and the stages that depend on them, and keeps the others', async () => {
  await failOnce();
  const before = await read();
  expect([before.status, before.attempt, before.attempts]).toEqual(['failure', 1, undefined]);
  const answer: Build = (await restart()).json();
  expect(answer).toMatchObject({ number: 1, status: 'pending', attempt: 2, started: 0 });
  expect(answer.version).toBeGreaterThan(before.version);
  expect(names(answer)).toEqual([
    'compile success 1',
    'test pending 0',
    'ship waiting_on_dependencies 0',
  ]);
  expect(await server.core.builds.findNewestNumber(repoId)).toBe(1);
  await carryOut('success', 'all tests pass');
  await carryOut('success', 'shipped');
  const after = await read();
  expect(names(after)).toEqual(['compile success 1', 'test success 1', 'ship success 1']);
  expect(after.status).toBe('success');
  expect(after.stages?.[0]?.id).toBe(before.stages?.[0]?.id);
  expect(after.attempts).toMatchObject([
    { number: 1, login: 'ada', status: 'failure' },
    { number: 2, login: 'ada', status: 'success', finished: after.finished },
  ]);
});

it('keeps an attempt readable, with its logs', async () => {
  await failOnce();
  const before = await read();
  await restart();
  await carryOut('failure', 'another test failed');
  await restart();
  await carryOut('success', 'all tests pass');
  const first = await read('/1?attempt=1');
  expect(first).toMatchObject({ attempt: 1, status: 'failure', finished: before.finished });
  expect(first.stages).toEqual(before.stages);
  expect(names(await read('/1?attempt=2'))).toEqual(names(before));
  expect((await read('/1?attempt=3')).attempt).toBe(3);
  expect(await readLog('/1/logs/2/1')).toEqual(['all tests pass']);
  expect(await readLog('/1/logs/2/1?attempt=1')).toEqual(['a test failed']);
  expect(await readLog('/1/logs/2/1?attempt=2')).toEqual(['another test failed']);
  expect(await readLog('/1/logs/1/1?attempt=2')).toEqual(['compiled']);
  expect((await call('/1/logs/2/1?attempt=1', 'DELETE')).statusCode).toBe(204);
  expect((await call('/1/logs/2/1?attempt=1')).statusCode).toBe(404);
  expect(await readLog('/1/logs/2/1?attempt=2')).toEqual(['another test failed']);
});

it.each(['0', 'x', '-1', '', '1e3'])('rejects the attempt %o', async (attempt) => {
  for (const path of ['/1', '/1/logs/1/1']) {
    const answer = await call(`${path}?attempt=${attempt}`);
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'Invalid query: attempt must be its number',
    ]);
  }
});

it('answers 404 after the newest attempt', async () => {
  await failOnce();
  for (const path of ['/1?attempt=2', '/1/artifacts?attempt=2', '/1/search?q=a&attempt=2']) {
    expect((await call(path)).statusCode).toBe(404);
  }
  expect((await call('/1/logs/1/1?attempt=1')).statusCode).toBe(200);
});

it('restarts canceled stages', async () => {
  await carryOut('success', 'compiled');
  await call('/1', 'DELETE');
  expect(await read()).toMatchObject({ status: 'killed' });
  await restart();
  await carryOut('success', 'tested');
  await carryOut('success', 'shipped');
  expect((await read()).status).toBe('success');
});

it('shows the newest attempt in badges, lists and streams', async () => {
  await failOnce();
  const stream = await openStream(`${server.url}/api/stream`, bearer(ada));
  await restart();
  // Changes of the first attempt may still be on their way.
  const told = await stream.find(({ data }) => JSON.parse(data).build.attempt > 1);
  expect(JSON.parse(told.data).build).toMatchObject({ number: 1, status: 'pending', attempt: 2 });
  const badge = async () => (await fetch(`${server.url}/api/badges/ada/project/status.svg`)).text();
  await carryOut('success', 'tested');
  await carryOut('success', 'shipped');
  const [listed] = (await read('')) as unknown as Build[];
  expect(listed).toMatchObject({ status: 'success', attempt: 2 });
  await server.core.repos.update(repoId, { visibility: 'public' });
  expect(await badge()).toContain('success');
});

it('rejects a restart without failed stages, or without permission', async () => {
  const answers = async (who = ada) => {
    const answer = await restart(who);
    return [answer.statusCode, answer.json().message];
  };
  expect(await answers()).toEqual([400, 'The build is not finished']);
  await failOnce();
  const eve = await server.addUser('eve');
  expect((await restart(eve)).statusCode).toBe(404);
  await server.core.repos.grant(eve.id, repoId, 'read');
  expect((await restart(eve)).statusCode).toBe(403);
  expect((await read()).attempt).toBe(1);
  expect((await call('/9?only=failed', 'POST')).statusCode).toBe(404);
  const [one, other] = await Promise.all([restart(), restart()]);
  expect([one.statusCode, other.statusCode].sort()).toEqual([200, 400]);
});

it.each([
  ['VERSION=2', 'A restart of the failed stages cannot change the parameter VERSION'],
  ['debug=true', 'A restart of the failed stages has no debug mode'],
])('rejects %s with a restart of what failed', async (query, message) => {
  await failOnce();
  const answer = await call(`/1?only=failed&${query}`, 'POST');
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({ message, code: 'invalid_input' });
  expect((await read()).attempt).toBe(1);
});

it('creates a new build for other restarts', async () => {
  await failOnce();
  const restarted: Build = (await call('/1?only=all', 'POST')).json();
  expect(restarted).toMatchObject({ number: 2, params: { only: 'all' }, attempt: 1 });
  expect((await read()).status).toBe('failure');
});

it('rejects late reports of a runner about replaced stages', async () => {
  await carryOut('success', 'compiled');
  const { stage, step } = await startNextStage(api);
  await call('/1', 'DELETE');
  await restart();
  await expect(
    api.updateStep({ params: { step: step.id }, body: { ...step, status: 'failure' } }),
  ).rejects.toThrow();
  await expect(
    api.updateStage({ params: { stage: stage.id }, body: { ...stage, status: 'failure' } }),
  ).rejects.toThrow();
  expect(names(await read())[1]).toBe('test pending 0');
});

it('purges all attempts', async () => {
  await failOnce();
  await restart();
  await carryOut('failure', 'again');
  await call('', 'POST');
  expect((await call('?before=2', 'DELETE')).statusCode).toBe(204);
  const remaining = await server.core.db.selectFrom('build_attempts').selectAll().execute();
  expect(remaining).toEqual([]);
});

it('runs a failed stage again by the rules of its pipeline, and keeps each try with its log', async () => {
  const text = `${pipeline('flaky', 'retry: { max: 2, when: [failure] }\n')}---\n${pipeline('ship', 'depends_on: [flaky]\n')}`;
  await pushSampleRepo(server, 'ada', 'flaky', text);
  await call('/1', 'DELETE');
  const url = '/api/repos/ada/flaky/builds/1';
  const get = async (path = '') =>
    (await server.app.inject({ url: `${url}${path}`, headers: bearer(ada) })).json();
  const ended = await carryOut('failure', 'first');
  expect(ended).toMatchObject({ status: 'failure', exit_code: 1 });
  expect(await get()).toMatchObject({
    status: 'running',
    attempt: 2,
    attempts: [
      { number: 1, status: 'failure', login: 'ada' },
      { number: 2, status: 'running', login: '' },
    ],
    stages: [
      { name: 'flaky', status: 'pending', attempt: 2 },
      { name: 'ship', status: 'waiting_on_dependencies' },
    ],
  });
  await carryOut('failure', 'second');
  await carryOut('success', 'third');
  await carryOut('success', 'shipped');
  const build: Build = await get();
  expect([build.status, build.attempt]).toEqual(['success', 3]);
  expect(build.attempts?.map(({ status }) => status)).toEqual(['failure', 'failure', 'success']);
  const logs = ['?attempt=1', '?attempt=2', ''].map(async (query) =>
    (await get(`/logs/1/1${query}`)).map(({ out }: Line) => out),
  );
  expect(await Promise.all(logs)).toEqual([['first'], ['second'], ['third']]);
});

it('keeps the failure if the last try fails too', async () => {
  await pushSampleRepo(server, 'ada', 'flaky', pipeline('flaky', 'retry: { when: failure }\n'));
  await call('/1', 'DELETE');
  await carryOut('failure', 'first');
  await carryOut('failure', 'second');
  const url = '/api/repos/ada/flaky/builds/1';
  const build: Build = (await server.app.inject({ url, headers: bearer(ada) })).json();
  expect([build.status, build.attempt, build.stages?.[0]?.status]).toEqual([
    'failure',
    2,
    'failure',
  ]);
});
