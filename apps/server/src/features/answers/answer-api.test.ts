import type { Build, BuildAnswer, FirstError } from '@millrace/contract/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toLines } from '../../../testing/build-with-logs.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { storeReport } from '../../../testing/store-report.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
let ada: { token: string };
let bob: { token: string };
beforeAll(async () => {
  server = await startTestServer({ jobs: ['recognizeCauses'] });
  ada = await server.addUser('ada');
  bob = await server.addUser('bob');
  await pushSampleRepo(server, 'ada');
  await endStage('success', ['fine']);
  await endStage('success', ['fine']);
  await start();
  await endStage('failure', log, passing);
  await start();
  await endStage('failure', log, junit);
});
afterAll(() => server.stop());

const usual = Array.from({ length: 40 }, (_, at) => `compiling module ${at}`);
const log = ['+ make', ...usual, 'Error: connect ECONNREFUSED 127.0.0.1:5432', ...usual];
const passing = `<testsuite name="mill"><testcase classname="Wheel" name="turns"/></testsuite>`;
const junit = `<testsuite name="mill"><testcase classname="Wheel" name="turns"><failure message="it is stuck"/></testcase></testsuite>`;

/** Starts another build of the pushed commit. */
const start = () =>
  fetch(`${server.url}/api/repos/ada/project/builds/1`, { method: 'POST', headers: bearer(ada) });

async function endStage(status: 'success' | 'failure', lines: string[], report?: string) {
  const api = runnerApiOf(server);
  const { stage, step } = await startNextStage(api);
  await api.appendLogs({ params: { step: step.id }, body: toLines(lines) });
  if (report) await storeReport(server, step.id, 'junit.xml', Buffer.from(report));
  const exit_code = status === 'failure' ? 2 : 0;
  const ended = { status, exit_code, stopped: Math.floor(Date.now() / 1000) };
  const steps = [await api.updateStep({ params: { step: step.id }, body: { ...step, ...ended } })];
  await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...ended, steps } });
}

/** Starts a build whose first step fails with a log. Returns its answer, and the first error for its page. */
async function readErrorOf(lines: string[]) {
  const { number } = (await (await start()).json()) as Build;
  await endStage('failure', lines);
  const path = `/api/repos/ada/project/builds/${number}/logs/1/1/first-error`;
  const answer = await fetch(`${server.url}${path}`, { headers: bearer(ada) });
  const [failed] = (await ask(number)).body.failed;
  return { shown: (await answer.json()) as FirstError, answered: failed?.first_error };
}

async function ask(build: number, person = ada) {
  const path = `/api/repos/ada/project/builds/${build}/answer`;
  const answer = await fetch(`${server.url}${path}`, { headers: bearer(person) });
  return { status: answer.status, body: (await answer.json()) as BuildAnswer };
}

it('tells why a build failed, since when, and what to run again', async () => {
  const { body } = await ask(2);
  expect(body).toMatchObject({
    repo: 'ada/project',
    build: 2,
    status: 'failure',
    branch: 'main',
    event: 'push',
    last_success: 1,
    since: { since: 2, builds_ago: 0 },
    run_again: ['first', 'second'],
    link: `${server.url}/ada/project/2`,
    is_shortened: false,
  });
  expect(body.failed).toMatchObject([
    {
      stage: 1,
      stage_name: 'first',
      step: 1,
      step_name: 'greet',
      exit_code: 2,
      since: 2,
      first_error: { line: 41, text: 'Error: connect ECONNREFUSED 127.0.0.1:5432' },
      replay: 'millrace exec --build 2 --stage 1 --step 1',
    },
  ]);
  const lines = body.failed[0]?.first_error?.lines ?? [];
  expect(lines).toHaveLength(21);
  expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 21 }, (_, at) => 31 + at));
  await expect
    .poll(async () => (await ask(2)).body.failed[0]?.seen_before)
    .toMatchObject({ failures: 1, repos: 1 });
});

it('lists new failing tests', async () => {
  const { body } = await ask(3);
  expect(body.new_failing_tests).toEqual([
    { stage: 'first', suite: 'Wheel', name: 'turns', message: 'it is stuck' },
  ]);
  expect(body.since).toEqual({ since: 2, builds_ago: 1 });
});

it('cuts no character of a long line in half', async () => {
  await start();
  await endStage('failure', [`Error: ${'😀'.repeat(1000)}`]);
  const [failed] = (await ask(4)).body.failed;
  expect(failed?.first_error?.text).toMatch(/^Error: 😀+$/u);
  expect(failed?.first_error?.lines[0]?.text.isWellFormed()).toBe(true);
});

it('finds an error far from the end of the log', async () => {
  const after = Array.from({ length: 3000 }, (_, at) => `removing file ${at}`);
  const { shown, answered } = await readErrorOf(['+ make', 'Error: stuck', ...after]);
  expect(shown).toEqual({ line: 1, text: 'Error: stuck', kind: 'error' });
  expect(answered).toMatchObject({ ...shown, lines: expect.anything() });
  expect(answered?.lines.map(({ line }) => line)).toEqual(
    Array.from({ length: 12 }, (_, at) => at),
  );
});

it('names the command that failed without output', async () => {
  const { shown, answered } = await readErrorOf(['+ make', ...usual, '+ grep -q wheel mill.txt']);
  expect(shown).toEqual({ line: 41, text: 'grep -q wheel mill.txt', kind: 'command' });
  expect(answered).toMatchObject(shown);
  expect(answered?.lines.at(-1)).toEqual({ line: 41, text: '+ grep -q wheel mill.txt' });
});

it('says that a line is only the last one', async () => {
  const { shown, answered } = await readErrorOf(['+ make', 'compiling', 'linking']);
  expect(shown).toEqual({ line: 2, text: 'linking', kind: 'last_line' });
  expect(answered).toMatchObject(shown);
});

it.each([
  [20, false],
  [21, true],
])('says whether some of %i new failing tests were left out', async (count, isShortened) => {
  const answer = await start();
  const { number } = (await answer.json()) as Build;
  const cases = Array.from(
    { length: count },
    (_, at) => `<testcase name="of ${count}, ${at}"><failure message="it is stuck"/></testcase>`,
  );
  await endStage('failure', log, `<testsuite name="mill">${cases.join('')}</testsuite>`);
  const { body } = await ask(number);
  expect(body.new_failing_tests).toHaveLength(20);
  expect(body.is_shortened).toBe(isShortened);
});

it('answers about a successful build too', async () => {
  const { body } = await ask(1);
  expect(body).toMatchObject({ status: 'success', failed: [], commits: [], run_again: [] });
});

it('answers many requests of an account at once', async () => {
  const answers = await Promise.all(Array.from({ length: 80 }, () => ask(2)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

it('needs read permission, and a build', async () => {
  expect(await ask(2, bob)).toMatchObject({ status: 404 });
  expect(await ask(99)).toEqual({
    status: 404,
    body: { message: 'There is no build 99', code: 'missing' },
  });
});
