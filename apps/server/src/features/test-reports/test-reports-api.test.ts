import { Readable } from 'node:stream';
import type { Build, BuildTest, BuildTests, RepoTests, TestHistory } from '@millrace/contract/api';
import {
  getBuildTest,
  getTestHistory,
  listBuildTests,
  listRepoTests,
} from '@millrace/contract/api';
import { endpointOf } from '@millrace/contract/endpoints';
import type { RunnerApi } from '@millrace/contract/runner';
import { build as buildSchema } from '@millrace/contract/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { storeReport } from '../../../testing/store-report.ts';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { reportLimits } from './test-report.ts';

let server: TestServer;
let ada: { id: number; token: string };
let bob: { id: number; token: string };
let eve: { id: number; token: string };
let api: RunnerApi;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  bob = await server.addUser('bob');
  eve = await server.addUser('eve');
  api = runnerApiOf(server);
});
afterAll(() => server.stop());

const pipeline = 'kind: pipeline\ntype: exec\nname: test\nsteps: [{ name: unit, commands: [a] }]\n';
const call = async (
  path: string,
  user: { token: string } | null = ada,
  method: 'GET' | 'POST' = 'GET',
) =>
  server.app.inject({ method, url: `/api/repos/ada/${path}`, headers: user ? bearer(user) : {} });
const read = async <Answer>(path: string): Promise<Answer> => (await call(path)).json();

/** `name outcome` each: `a failed`, `b passed`, `c skipped`, `d error`, `e again`. */
function reportOf(...tests: string[]): Buffer {
  const inside: Record<string, string> = {
    passed: '',
    failed:
      '<failure message="expected rye" type="Weight">at mill.js:3</failure><system-out>weighed</system-out>',
    error: '<error message="stuck"/>',
    skipped: '<skipped/>',
    again: '<flakyFailure message="once"/>',
  };
  const cases = tests.map((test, index) => {
    const [name, outcome = 'passed'] = test.split(' ');
    return `<testcase classname="mill" name="${name}" time="0.0${index + 1}">${inside[outcome]}</testcase>`;
  });
  return Buffer.from(`<testsuite name="mill">${cases.join('')}</testsuite>`);
}

/** Carries the next stage out with these results; answers the id of its step. */
async function carryOut(tests: string[], path = 'reports/junit.xml'): Promise<number> {
  const { stage, step } = await startNextStage(api);
  await storeReport(server, step.id, path, reportOf(...tests));
  const status = tests.some((test) => /failed|error/.test(test)) ? 'failure' : 'success';
  const exit_code = status === 'success' ? 0 : 1;
  const ended = await api.updateStep({
    params: { step: step.id },
    body: { ...step, status, exit_code, stopped: 2 },
  });
  await api.updateStage({
    params: { stage: stage.id },
    body: { ...stage, status, exit_code, stopped: 2, steps: [ended] },
  });
  return step.id;
}

async function makeRepo(name: string): Promise<void> {
  const repo = await pushSampleRepo(server, 'ada', name, pipeline);
  await server.core.repos.grant(bob.id, repo.id, 'read');
}

/** Another commit, and so another build. */
async function pushAgain(name: string): Promise<void> {
  const work = await createWorkTree(server, 'ada', `ada/${name}`);
  await work.git('pull', '--quiet', 'origin', 'main');
  await work.commit({}, 'Again');
  await work.git('push', 'origin', 'main');
}

const lines = ({ tests }: BuildTests) =>
  tests.map(
    ({ name, status, is_new, is_flaky }) =>
      `${name} ${status}${is_new ? ' new' : ''}${is_flaky ? ' flaky' : ''}`,
  );

describe('test results of a build', () => {
  beforeAll(async () => {
    await makeRepo('mill');
    await carryOut(['a failed', 'b passed', 'c passed', 'd skipped', 'e passed']);
    await pushAgain('mill');
    await carryOut(['a failed', 'b error', 'c again', 'd skipped', 'e passed', 'f failed']);
  });

  it('list failures first, then new tests', async () => {
    const answer = await read<BuildTests>('mill/builds/2/tests');
    expect(endpointOf(listBuildTests).output?.parse(answer)).toEqual(answer);
    expect(lines(answer)).toEqual([
      'b error new',
      'f failed new',
      'a failed',
      'c passed flaky',
      'e passed',
      'd skipped',
    ]);
    expect(answer.counts).toEqual({ all: 6, passed: 2, failed: 3, skipped: 1, new: 2, flaky: 1 });
    expect(answer.tests[1]).toMatchObject({
      stage_name: 'test',
      suite: 'mill',
      name: 'f',
      message: 'expected rye',
      ms: 60,
    });
    expect(answer.problems).toEqual([]);
  });

  it('list nothing new without an earlier build', async () => {
    expect(lines(await read('mill/builds/1/tests'))[0]).toBe('a failed');
  });

  it.each([
    ['?status=failed', ['b error new', 'f failed new', 'a failed']],
    ['?status=new', ['b error new', 'f failed new']],
    ['?status=flaky', ['c passed flaky']],
    ['?status=skipped', ['d skipped']],
    ['?q=MILL%20e', ['e passed']],
    ['?q=%25', []],
    ['?sort=duration&per_page=2', ['f failed new', 'e passed']],
    ['?per_page=2&page=2', ['a failed', 'c passed flaky']],
    ['?page=9', []],
  ])('are filtered, ordered and paged by %s', async (query, wanted) => {
    expect(lines(await read(`mill/builds/2/tests${query}`))).toEqual(wanted);
  });

  it('include the texts of a test', async () => {
    const list = await read<BuildTests>('mill/builds/2/tests?q=f');
    const answer = await read<BuildTest>(`mill/builds/2/tests/${list.tests[0]?.id}`);
    expect(endpointOf(getBuildTest).output?.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({ name: 'f', stage_name: 'test' });
    expect(answer.runs).toEqual([
      {
        stage: 1,
        step: 1,
        attempt: 1,
        path: 'reports/junit.xml',
        status: 'failed',
        ms: 60,
        type: 'Weight',
        message: 'expected rye',
        details: 'at mill.js:3',
        output: 'weighed',
      },
    ]);
  });

  it('are in the JSON of the build, and the repository shows that it has tests', async () => {
    const build = await read<Build>('mill/builds/2');
    expect(buildSchema.parse(build)).toEqual(build);
    expect(build.tests).toEqual({ passed: 2, failed: 3, skipped: 1 });
    const [listed] = await read<Build[]>('mill/builds');
    expect(listed).not.toHaveProperty('tests');
    expect(await read('mill')).toHaveProperty('has_tests', true);
  });

  it.each<[string, string, () => { token: string } | null, number, string | undefined]>([
    ['a reader', 'mill/builds/2/tests', () => bob, 200, undefined],
    ['a reader', 'mill/tests', () => bob, 200, undefined],
    ['a stranger', 'mill/builds/2/tests', () => eve, 404, 'Not Found'],
    ['a stranger', 'mill/tests', () => eve, 404, 'Not Found'],
    ['a guest', 'mill/tests/1', () => null, 401, 'Unauthorized'],
    ['no build', 'mill/builds/99/tests', () => ada, 404, 'sql: no rows in result set'],
    ['no test', 'mill/builds/2/tests/99999', () => ada, 404, 'sql: no rows in result set'],
    ['no number', 'mill/tests/x', () => ada, 400, 'Invalid test number'],
    [
      'no status',
      'mill/builds/2/tests?status=x',
      () => ada,
      400,
      'Invalid query: status must be one of failed, passed, skipped, new, flaky',
    ],
    [
      'long words',
      `mill/tests?q=${'x'.repeat(201)}`,
      () => ada,
      400,
      'Invalid query: q has more than 200 characters',
    ],
  ])('answer %s at %s', async (_, path, user, status, message) => {
    const answer = await call(path, user());
    expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
  });
});

it('keep a failure if another test gets the same name', async () => {
  await makeRepo('twins');
  const { step } = await startNextStage(api);
  const failed = (name: string) =>
    `<testcase classname="mill" name="${name}"><failure message="${name}"/></testcase>`;
  const report = `<testsuite>${['a', 'a', 'a #2'].map(failed).join('')}</testsuite>`;
  await storeReport(server, step.id, 'junit.xml', Buffer.from(report));
  const { tests } = await read<BuildTests>('twins/builds/1/tests');
  expect(tests.map(({ name, message }) => [name, message])).toEqual([
    ['a', 'a'],
    ['a #2', 'a'],
    ['a #2 #2', 'a #2'],
  ]);
  await api.updateStep({
    params: { step: step.id },
    body: { ...step, status: 'failure', stopped: 2 },
  });
});

it('find tests in any language and case', async () => {
  await makeRepo('words');
  await carryOut(['Übersicht', 'ПРОВЕРКА', 'straße', 'überall']);
  const find = async (words: string) => {
    const query = `?q=${encodeURIComponent(words)}`;
    const [ofBuild, ofRepo] = [
      await read<BuildTests>(`words/builds/1/tests${query}`),
      await read<RepoTests>(`words/tests${query}`),
    ];
    expect(ofRepo.tests.map(({ name }) => name)).toEqual(ofBuild.tests.map(({ name }) => name));
    return ofBuild.tests.map(({ name }) => name);
  };
  expect(await find('Übersicht')).toEqual(['Übersicht']);
  expect(await find('über')).toEqual(['Übersicht', 'überall']);
  expect(await find('проверка')).toEqual(['ПРОВЕРКА']);
  expect(await find('MILL STRASSE')).toEqual([]);
  expect(await find('MILL straße')).toEqual(['straße']);
});

describe('tests of a repository', () => {
  beforeAll(async () => {
    await makeRepo('wheel');
    await carryOut(['a passed', 'b passed', 'c passed']);
    await pushAgain('wheel');
    await carryOut(['a failed', 'b passed']);
    await pushAgain('wheel');
    await carryOut(['a failed', 'b failed', 'c skipped']);
    // The same commit again.
    await call('wheel/builds/3', ada, 'POST');
    await carryOut(['a failed', 'b passed', 'c passed']);
  });

  it('list those that fail most often first', async () => {
    const answer = await read<RepoTests>('wheel/tests');
    expect(endpointOf(listRepoTests).output?.parse(answer)).toEqual(answer);
    expect(answer.builds.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    expect(
      answer.tests.map(({ name, statuses, ran, failed, flaky, median_ms }) => [
        name,
        statuses.map((status) => status?.[0] ?? '-').join(''),
        ran,
        failed,
        flaky,
        median_ms,
      ]),
    ).toEqual([
      ['a', 'fffp', 4, 3, 0, 10],
      ['b', 'pfpp', 4, 1, 2, 20],
      ['c', 'ps-p', 2, 0, 0, 30],
    ]);
  });

  it('are filtered by branch and words', async () => {
    expect(await read('wheel/tests?branch=none')).toEqual({ builds: [], found: 0, tests: [] });
    const { tests } = await read<RepoTests>('wheel/tests?branch=main&q=b');
    expect(tests.map(({ name }) => name)).toEqual(['b']);
  });

  it('have a history', async () => {
    const { tests } = await read<RepoTests>('wheel/tests?q=b');
    const answer = await read<TestHistory>(`wheel/tests/${tests[0]?.id}`);
    expect(endpointOf(getTestHistory).output?.parse(answer)).toEqual(answer);
    expect(
      answer.runs.map(({ build, status, is_flaky, message }) => [
        build.number,
        status,
        is_flaky ?? false,
        message,
      ]),
    ).toEqual([
      [4, 'passed', true, undefined],
      [3, 'failed', true, 'expected rye'],
      [2, 'passed', false, undefined],
      [1, 'passed', false, undefined],
    ]);
  });

  it('exclude other repositories', async () => {
    const { tests } = await read<RepoTests>('wheel/tests?q=b');
    expect((await call(`mill/tests/${tests[0]?.id}`)).statusCode).toBe(404);
  });
});

describe('a build that was restarted', () => {
  it('keeps the results of each attempt, and shows flaky tests', async () => {
    await makeRepo('stone');
    await carryOut(['a failed', 'b passed']);
    await call('stone/builds/1?only=failed', ada, 'POST');
    await carryOut(['a passed', 'b passed']);
    expect(lines(await read('stone/builds/1/tests'))).toEqual(['a passed flaky', 'b passed']);
    expect(lines(await read('stone/builds/1/tests?attempt=1'))).toEqual(['a failed', 'b passed']);
    expect((await read<Build>('stone/builds/1')).tests).toMatchObject({ passed: 2, failed: 0 });
    expect((await read<Build>('stone/builds/1?attempt=1')).tests).toMatchObject({ failed: 1 });
    const { tests } = await read<BuildTests>('stone/builds/1/tests');
    const { runs } = await read<BuildTest>(`stone/builds/1/tests/${tests[0]?.id}`);
    expect(runs.map(({ attempt, status }) => [attempt, status])).toEqual([
      [2, 'passed'],
      [1, 'failed'],
    ]);
  });
});

describe('reports of a step', () => {
  let stepId: number;
  const add = (path: string, body: Uint8Array | Readable) =>
    storeReport(server, stepId, path, body);
  /** The build shows new counts with its next change, within a second. */
  const readCounts = async () => (await read<Build>('dam/builds/1')).tests;
  const names = async () =>
    (await read<BuildTests>('dam/builds/1/tests')).tests.map(({ name }) => name);
  beforeAll(async () => {
    await makeRepo('dam');
    stepId = await carryOut(['a passed'], 'one.xml');
  });

  it('are added up, and a file with the same path replaces the earlier one', async () => {
    await add('two.xml', Readable.from([reportOf('b failed', 'c passed')]));
    expect(await names()).toEqual(['b', 'a', 'c']);
    await add('two.xml', reportOf('c passed'));
    expect(await names()).toEqual(['a', 'c']);
    const { tests } = await read<RepoTests>('dam/tests');
    expect(tests.map(({ name }) => name)).toEqual(['a', 'c']);
  });

  it('are all counted if they are uploaded concurrently', async () => {
    const paths = Array.from({ length: 8 }, (_, at) => `many/${at}.xml`);
    const all = (body: (path: string) => Buffer) => paths.map((path) => add(path, body(path)));
    await Promise.all(all((path) => reportOf(`${path} passed`)));
    expect((await names()).filter((name) => name.startsWith('many/'))).toHaveLength(8);
    await Promise.all(all(() => reportOf()));
    expect(await names()).toEqual(['a', 'c']);
  });

  it('change the build less often than there are files, and are merged into few blocks', async () => {
    const before = await read<Build>('dam/builds/1');
    const files = Array.from({ length: 40 }, (_, at) => `class/${at}.xml`);
    for (const path of files) await add(path, reportOf(`${path} failed`));
    const failed = (before.tests?.failed ?? 0) + files.length;
    await expect.poll(readCounts, { timeout: 10_000 }).toMatchObject({ failed });
    const after = await read<Build>('dam/builds/1');
    expect(after.version - before.version).toBeLessThan(files.length / 2);
    const { db } = server.core;
    const levels = await db
      .selectFrom('test_blocks')
      .select('level')
      .where('step_id', '=', stepId)
      .execute();
    expect(levels.length).toBeLessThan(15);
    for (const path of files) await add(path, reportOf());
    expect(await names()).toEqual(['a', 'c']);
  });

  it('report an invalid file with its step', async () => {
    await add('broken.xml', Buffer.from('<testsuite>\n<testcase name="z"/>'));
    await add('huge.xml', Readable.from(hugeFile()));
    const { problems } = await read<BuildTests>('dam/builds/1/tests');
    const numbers = { stage: 1, step: 1 };
    expect(problems).toEqual([
      { ...numbers, path: 'broken.xml', problem: 'line 2: Unclosed root tag' },
      { ...numbers, path: 'huge.xml', problem: 'the file is larger than 20 MB' },
    ]);
    expect(await names()).toContain('z');
  });

  it('notify viewers', async () => {
    const countAll = async () => {
      const { passed = 0, failed = 0, skipped = 0 } = (await readCounts()) ?? {};
      return passed + failed + skipped;
    };
    // The change by the reports of other tests may still be pending.
    await expect.poll(countAll, { timeout: 10_000 }).toBe((await names()).length);
    const before = await read<Build>('dam/builds/1');
    await add('three.xml', reportOf('d passed'));
    const passed = (before.tests?.passed ?? 0) + 1;
    await expect.poll(readCounts, { timeout: 10_000 }).toMatchObject({ passed });
    const after = await read<Build>('dam/builds/1');
    expect(after.version).toBeGreaterThan(before.version);
  });

  it('are deleted with their build', async () => {
    await pushAgain('dam');
    await server.app.inject({
      method: 'DELETE',
      url: '/api/repos/ada/dam/builds?before=2',
      headers: bearer(ada),
    });
    await expect(add('four.xml', reportOf('a passed'))).rejects.toThrow('Not Found');
    expect((await read<RepoTests>('dam/tests')).builds).toEqual([]);
  });
});

function* hugeFile() {
  for (let size = 0; size <= reportLimits.bytes; size += 1_000_000) yield Buffer.alloc(1_000_000);
}
