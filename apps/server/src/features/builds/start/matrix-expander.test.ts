import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build, Stage } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import { parsePipelineFile } from '@millrace/pipeline';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../../testing/fake-work.ts';
import {
  makeTestDatabase,
  removeTestDatabase,
  wantsPostgres,
} from '../../../../testing/test-database.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

let server: TestServer;
let api: RunnerApi;
let ada: { id: number; token: string };

const pipeline = (name: string, more = '') =>
  `kind: pipeline\ntype: exec\nname: ${name}\n${more}steps: [{ name: greet, commands: ['go \${T}'] }]\n`;
const source = '{ from_output: { pipeline: plan, name: targets } }';
const matrix = `matrix: { T: ${source} }\ndepends_on: [plan]\n`;
const fileOf = (more = matrix) =>
  [pipeline('plan'), pipeline('test', more), pipeline('last', 'depends_on: [test]\n')].join(
    '---\n',
  );

const jobs = ['expandMatrices'];
const startWith = async (options: Parameters<typeof startTestServer>[0]) => {
  server = await startTestServer(options);
  api = runnerApiOf(server);
};
const push = async (file = fileOf()) => {
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada', 'project', file);
};

beforeEach(() => startWith({ jobs }));
afterEach(() => server.stop());

const call = (path: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') =>
  server.app.inject({ method, url: `/api/repos/ada/project/builds${path}`, headers: bearer(ada) });
const read = async (path = '/1'): Promise<Build> => (await call(path)).json();
const outlineOf = ({ status, stages = [] }: Build) => [
  status,
  ...stages.map((stage) => `${stage.number} ${stage.name} ${stage.status}`),
];
const outline = async () => outlineOf(await read());

type Output = { name: string; data: string; isMasked: boolean };
const targets = (data: string, isMasked = false): Output => ({ name: 'targets', data, isMasked });

/** Runs the next stage with these outputs. */
async function runNext(outputs: Output[] = [], status: Stage['status'] = 'success') {
  const { stage, step } = await startNextStage(api);
  const { config, matrixOutputs } = await api.getStageDetails({ params: { stage: stage.id } });
  if (outputs.length > 0) await api.setOutputs({ params: { step: step.id }, body: outputs });
  const end = { status, exit_code: status === 'success' ? 0 : 1, stopped: 2 };
  const ended = await api.updateStep({ params: { step: step.id }, body: { ...step, ...end } });
  const body = { ...stage, ...end, steps: [ended] };
  await api.updateStage({ params: { stage: stage.id }, body });
  return { stage, matrixOutputs, config: Buffer.from(config.Data, 'base64').toString() };
}

it('replaces the placeholder when its source has finished, and runs each combination', async () => {
  await push();
  const waiting = 'waiting_on_dependencies';
  expect(await outline()).toEqual([
    'pending',
    '1 plan pending',
    `2 test ${waiting}`,
    `3 last ${waiting}`,
  ]);
  expect((await read()).stages?.map(({ placeholder }) => placeholder)).toEqual([
    undefined,
    true,
    undefined,
  ]);
  const plan = await runNext([targets('["linux", "darwin"]')]);
  expect(plan.matrixOutputs).toEqual(['targets']);
  await expect
    .poll(outline)
    .toEqual([
      'running',
      '1 plan success',
      '2 test (linux) pending',
      `3 last ${waiting}`,
      '4 test (darwin) pending',
    ]);
  const { stage, config } = await runNext();
  const own = parsePipelineFile(config).pipelines.find(({ name }) => name === stage.name);
  expect(own).toMatchObject({
    name: 'test (linux)',
    environment: { T: 'linux' },
    steps: [{ commands: ['go linux'] }],
  });
  await runNext();
  const { config: ofLast } = await runNext();
  expect(ofLast).toContain('T: ["linux","darwin"]');
  expect((await read()).status).toBe('success');
  expect((await call('/1/file')).json().text).toContain('from_output');
});

it.each([
  ['[]', ['success', '2 test skipped', '3 last success']],
  ['x y', ['error', '2 test error', '3 last skipped']],
])('handles the output %s', async (data, [status, test, last]) => {
  await push();
  await runNext([targets(data)]);
  await expect.poll(async () => (await outline())[2]).toBe(test);
  if (last === '3 last success') await runNext();
  expect(await outline()).toEqual([status, '1 plan success', test, last]);
});

it.each<[string, Output[], string]>([
  ['no output', [], 'no step has set it'],
  ['another output', [{ ...targets('a'), name: 'other' }], 'no step has set it'],
  ['an empty output', [targets('')], 'it is empty; write [] for no values'],
  ['a masked output', [targets('["a"]', true)], 'it is masked, and its values would be names'],
  ['an injection', [targets('["a\\"]\\nprivileged: true"]')], 'value 1 is not allowed'],
])('%s is an error of the stage', async (_, outputs, problem) => {
  await push();
  await runNext(outputs);
  await expect.poll(async () => (await read()).status).toBe('error');
  const stage = (await read()).stages?.[1];
  expect(stage?.error).toContain(`matrix.T, the output "targets" of "plan": ${problem}`);
});

it('refuses more combinations than a file may have, and names of other pipelines', async () => {
  await push(fileOf(`matrix: { T: ${source}, A: [1, 2] }\ndepends_on: [plan]\n`));
  await runNext([targets(JSON.stringify(Array.from({ length: 51 }, (_, at) => at)))]);
  await expect.poll(async () => (await read()).status).toBe('error');
  expect((await read()).stages?.[1]?.error).toContain('matrix has more than 100 combinations');
  const names = fileOf().replace('name: test', () => "name: '${T}'");
  await pushSampleRepo(server, 'ada', 'names', names.replace('depends_on: [test]\n', ''));
  await runNext([targets('last')]);
  const readOther = async (): Promise<Build> => {
    const url = '/api/repos/ada/names/builds/1';
    return (await server.app.inject({ url, headers: bearer(ada) })).json();
  };
  await expect
    .poll(async () => (await readOther()).stages?.[1]?.error)
    .toContain('another pipeline is named "last"');
});

it('needs the pipeline in the build', async () => {
  await push(fileOf().replace('name: plan\n', 'name: plan\ntrigger: { event: tag }\n'));
  await expect.poll(async () => (await read()).status).toBe('error');
  expect((await read()).stages?.[0]?.error).toContain('the pipeline is not part of this build');
});

it('runs only the combinations of the trigger, and skips the stage without one', async () => {
  await push(fileOf(`${matrix}trigger: { matrix: { T: [a*] } }\n`));
  await runNext([targets('ab\nb\nac')]);
  await expect
    .poll(outline)
    .toEqual(expect.arrayContaining(['2 test (ab) pending', '4 test (ac) pending']));
  await call('?branch=main', 'POST');
  await call('/1', 'DELETE');
  await runNext([targets('b')]);
  await expect.poll(async () => outlineOf(await read('/2'))).toContain('2 test skipped');
});

it('ends with a cancel, and is undone when its source runs again', async () => {
  await push(
    fileOf().replace('name: plan\n', 'name: plan\nfailure: ignore\n').replace('last', 'end'),
  );
  await runNext([targets('["a", "b"]')], 'failure');
  await expect.poll(outline).toContain('4 test (b) pending');
  await runNext();
  await call('/1', 'DELETE');
  expect(await outline()).toEqual([
    'killed',
    '1 plan failure',
    '2 test (a) success',
    '3 end skipped',
    '4 test (b) skipped',
  ]);
  await call('/1?only=failed', 'POST');
  expect(await outline()).toEqual([
    'pending',
    '1 plan pending',
    '2 test waiting_on_dependencies',
    '3 end waiting_on_dependencies',
  ]);
  const past = (await read('/1?attempt=1')).stages?.map(({ number, name }) => `${number} ${name}`);
  expect(past).toEqual(['1 plan', '2 test (a)', '3 end', '4 test (b)']);
  const again = await runNext([targets('["c", "d"]')]);
  expect(again.matrixOutputs).toEqual(['targets']);
  expect(again.config).toContain('T: ["later"]');
  await expect.poll(outline).toContain('4 test (d) pending');
  for (let stage = 0; stage < 3; stage++) await runNext();
  expect((await read()).status).toBe('success');
});

it('keeps the combinations in a restart of a failed one, and plans again in a new build', async () => {
  await push();
  await runNext([targets('["a", "b"]')]);
  await expect.poll(outline).toContain('4 test (b) pending');
  await runNext();
  await runNext([], 'failure');
  await call('/1?only=failed', 'POST');
  expect(await outline()).toEqual([
    'pending',
    '1 plan success',
    '2 test (a) success',
    '3 last waiting_on_dependencies',
    '4 test (b) pending',
  ]);
  const { config } = await runNext();
  expect(config).toContain('T: ["a","b"]');
  await runNext();
  const next: Build = (await call('/1', 'POST')).json();
  expect(outlineOf(next)).toContain('2 test waiting_on_dependencies');
});

it('gives nothing that needs trust to a repository that has lost it', async () => {
  const [plan = '', , last = ''] = fileOf().split('---\n');
  const volumes = 'volumes: [{ name: v, host: { path: /x } }]\n';
  const test = `kind: pipeline\nname: test\n${matrix}${volumes}steps: [{ name: a, image: b }]\n`;
  await push([plan, test, last].join('---\n'));
  expect(await outline()).toEqual(['error']);
  const repo = await server.core.repos.findBySlug('ada/project');
  await server.core.repos.update(repo?.id ?? 0, { trusted: true });
  await call('?branch=main', 'POST');
  await server.core.repos.update(repo?.id ?? 0, { trusted: false });
  await runNext([targets('a')]);
  await expect.poll(async () => (await read('/2')).status).toBe('error');
  expect((await read('/2')).stages?.[1]?.error).toContain('needs a trusted repository');
});

it('waits for an approval as one stage', async () => {
  await push();
  const repo = await server.core.repos.findBySlug('ada/project');
  await server.core.db
    .updateTable('stages')
    .set({ status: 'blocked' })
    .where('repo_id', '=', repo?.id ?? 0)
    .where('name', '=', 'test')
    .execute();
  await runNext([targets('a')]);
  expect(await outline()).toContain('2 test blocked');
  await call('/1/approve/2', 'POST');
  await expect.poll(outline).toContain('2 test (a) pending');
  expect((await read()).stages?.[1]).toMatchObject({ decided_by: 'ada' });
});

/** Starts a server whose matrices are not expanded. Returns the options of one on the same data. */
async function startOnOwnData() {
  await server.stop();
  const folder = await mkdtemp(join(tmpdir(), 'millrace-matrix-'));
  const database = await makeTestDatabase(folder);
  const env = { MILLRACE_DATA: folder, MILLRACE_SECRET_KEY: 'k'.repeat(32) };
  const options = { database, env };
  await startWith({ jobs: [], ...options });
  onTestFinished(async () => {
    await removeTestDatabase(database);
    await rm(folder, { recursive: true, force: true });
  });
  return { jobs, ...options };
}

it('continues after a crash between the finish of its source and the expansion', async () => {
  const options = await startOnOwnData();
  await push();
  await runNext([targets('["a", "b"]')]);
  expect(await outline()).toContain('2 test waiting_on_dependencies');
  await server.stop();
  await startWith(options);
  await expect.poll(outline).toContain('4 test (b) pending');
});

const hasOneServer = !wantsPostgres && 'SQLite has one server';

it('happens once if two servers do it', skipIf(hasOneServer), async () => {
  const { database, env } = await startOnOwnData();
  await push();
  await runNext([targets('["a", "b"]')]);
  const { MILLRACE_SECRET_KEY } = env;
  const other = await startTestServer({ jobs, database, env: { MILLRACE_SECRET_KEY } });
  const loop = server.features.jobs.get('expandMatrices');
  loop?.run();
  await expect.poll(outline).toContain('4 test (b) pending');
  await loop?.stop();
  await other.stop();
  expect(await outline()).toHaveLength(5);
});
