import type { CausesOfWeek, Failure, FailureCauseOfStep, RepoCause } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toLines } from '../../../testing/build-with-logs.ts';
import { execFilter, runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { storeReport } from '../../../testing/store-report.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
let ada: { login: string; token: string };
let bob: { login: string; token: string };
beforeEach(async () => {
  server = await startTestServer({ jobs: ['recognizeCauses', 'deleteUnusedCauses'] });
  ada = await server.addUser('ada');
  bob = await server.addUser('bob');
});
afterEach(() => server.stop());

const refused = (port: number) => [
  '+ npm test',
  `[10:00:${port % 60}] connecting`,
  `Error: connect ECONNREFUSED 127.0.0.1:${port}`,
];

/** Runs the only step of the next stage. */
async function runNext(
  lines: string[],
  status: 'failure' | 'success' = 'failure',
  report?: string,
) {
  const api = runnerApiOf(server);
  const { stage, step } = await startNextStage(api);
  await api.appendLogs({ params: { step: step.id }, body: toLines(lines) });
  if (report) await storeReport(server, step.id, 'junit.xml', Buffer.from(report));
  const exit_code = status === 'failure' ? 1 : 0;
  const ended = { status, exit_code, stopped: Math.floor(Date.now() / 1000) };
  const body = { ...step, ...ended };
  const steps = [await api.updateStep({ params: { step: step.id }, body })];
  await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...ended, steps } });
}

const start = (slug: string, person: { token: string }, path = '') =>
  fetch(`${server.url}/api/repos/${slug}/builds${path}`, {
    method: 'POST',
    headers: bearer(person),
  });

async function listCauses(path: string, person: { token: string }): Promise<FailureCauseOfStep[]> {
  const answer = await fetch(`${server.url}/api/repos/${path}/causes`, { headers: bearer(person) });
  return (await answer.json()) as FailureCauseOfStep[];
}

it('recognizes the same failure in other builds and repositories, which the viewer may read', async () => {
  await pushSampleRepo(server, 'ada');
  await runNext(refused(4001));
  await start('ada/project', ada);
  await runNext(refused(5002));
  await pushSampleRepo(server, 'bob');
  await runNext(refused(6003));
  await start('ada/project', ada);
  await runNext(['+ npm test', "src/a.ts(3,1): error TS2304: Cannot find name 'a'."]);

  const first = { slug: 'ada/project', build: 1, commit: expect.stringMatching(/^[0-9a-f]{40}$/) };
  const known = { stage: 1, step: 1, failures: 2, recovered: 0, repos: 1, first };
  await expect.poll(() => listCauses('ada/project/builds/2', ada)).toMatchObject([known]);
  await expect
    .poll(() => listCauses('ada/project/builds/3', ada))
    .toMatchObject([{ failures: 1, repos: 1, first: { build: 3 } }]);
  const ofBob = { failures: 1, repos: 1, first: { slug: 'bob/project', build: 1 } };
  await expect.poll(() => listCauses('bob/project/builds/1', bob)).toMatchObject([ofBob]);
  const [one] = await listCauses('ada/project/builds/1', ada);
  const [same] = await listCauses('bob/project/builds/1', bob);
  expect(same?.id).toBe(one?.id);
  expect(
    (await fetch(`${server.url}/api/repos/ada/project/builds/9/causes`, { headers: bearer(ada) }))
      .status,
  ).toBe(404);
});

it('counts failures after which the step succeeded in a later attempt', async () => {
  await pushSampleRepo(server, 'ada');
  await runNext(refused(4001));
  await start('ada/project', ada);
  await runNext(refused(5002));
  await expect
    .poll(() => listCauses('ada/project/builds/2', ada))
    .toMatchObject([{ failures: 2, recovered: 0 }]);
  expect((await start('ada/project', ada, '/2?only=failed')).status).toBeLessThan(300);
  // The pipeline file has two stages.
  await runNext(['fine'], 'success');
  await runNext(['fine'], 'success');
  await expect
    .poll(() => listCauses('ada/project/builds/1', ada))
    .toMatchObject([{ failures: 2, recovered: 1 }]);
  expect(await listCauses('ada/project/builds/2', ada)).toEqual([]);
});

const callJson = async <Output>(
  path: string,
  person: { token: string },
  init: RequestInit = {},
) => {
  const answer = await fetch(`${server.url}/api${path}`, {
    ...init,
    headers: { ...bearer(person), 'content-type': 'application/json' },
  });
  return { status: answer.status, body: (await answer.json()) as Output };
};

async function failTwiceForTheSameReason() {
  await pushSampleRepo(server, 'ada');
  await runNext(refused(4001));
  await start('ada/project', ada);
  await runNext(refused(5002));
  await expect.poll(() => listCauses('ada/project/builds/2', ada)).toMatchObject([{ failures: 2 }]);
  const [cause] = await listCauses('ada/project/builds/2', ada);
  return cause?.id ?? 0;
}

it('lists the causes of a week, of one repository and of all', async () => {
  const id = await failTwiceForTheSameReason();
  await pushSampleRepo(server, 'bob');
  await runNext(refused(6003));
  await expect.poll(() => listCauses('bob/project/builds/1', bob)).toMatchObject([{ failures: 1 }]);
  const own = await callJson<CausesOfWeek>('/repos/ada/project/causes', ada);
  const cause = { id, step: 'greet', failures: 2, recovered: 0, is_new: true };
  expect(own.body).toMatchObject({
    causes: [{ ...cause, title: 'Error: connect ECONNREFUSED 127.0.0.1:5002', name: '' }],
    gone: [],
    total: { failures: 2, recovered: 0 },
  });
  const all = await callJson<CausesOfWeek>('/causes', bob);
  expect(all.body.causes).toMatchObject([
    { id, failures: 1, repos: [{ slug: 'bob/project', failures: 1 }] },
  ]);
  const nextWeek = new Date((own.body.week + 8 * 86_400) * 1000).toISOString().slice(0, 10);
  const later = await callJson<CausesOfWeek>(`/repos/ada/project/causes?week=${nextWeek}`, ada);
  expect(later.body).toMatchObject({ causes: [], gone: [cause], total: { failures: 0 } });
  const allLater = await callJson<CausesOfWeek>(`/causes?week=${nextWeek}`, ada);
  expect(allLater.body).toMatchObject({ causes: [], gone: [cause] });
  expect(await callJson('/causes?week=2026-02-30', ada)).toEqual({
    status: 400,
    body: { message: 'week is a day as YYYY-MM-DD', code: 'invalid_input' },
  });
});

it('shows a cause with its failures, and changes its name and issue', async () => {
  const id = await failTwiceForTheSameReason();
  const path = `/repos/ada/project/causes/${id}`;
  const { body } = await callJson<RepoCause>(path, ada);
  expect(body).toMatchObject({
    id,
    step: 'greet',
    name: '',
    issue: '',
    retry: false,
    failures: 2,
    others: [],
    first: { build: 1 },
  });
  expect(body.weeks).toHaveLength(12);
  expect(body.weeks.at(-1)).toMatchObject({ failures: 2 });
  const failures = await callJson<Failure[]>(`${path}/failures?per_page=1`, ada);
  expect(failures.body).toMatchObject([
    { build: 2, stage: 1, step: 1, attempt: 1, recovered: false },
  ]);
  const change = (values: unknown) =>
    callJson<RepoCause>(path, ada, { method: 'PATCH', body: JSON.stringify(values) });
  const named = { name: 'Database away', issue: 'https://tracker.example/7' };
  expect((await change({ ...named, name: ' Database away ' })).body).toMatchObject(named);
  expect((await change({})).body).toMatchObject({ ...named, retry: false });
  expect(await listCauses('ada/project/builds/2', ada)).toMatchObject([named]);
  expect(await change({ issue: 'javascript:alert(1)' })).toMatchObject({ status: 400 });
  expect(await callJson('/repos/ada/project/causes/999', ada)).toMatchObject({ status: 404 });
  await pushSampleRepo(server, 'bob');
  expect(await callJson(`/repos/bob/project/causes/${id}`, bob)).toMatchObject({ status: 404 });
});

it('retries the failures of a cause once', async () => {
  const id = await failTwiceForTheSameReason();
  const body = JSON.stringify({ retry: true });
  await callJson(`/repos/ada/project/causes/${id}`, ada, { method: 'PATCH', body });
  await start('ada/project', ada);
  await runNext(refused(7007));
  const attempts = async () => {
    const { body } = await callJson<{ attempt?: number; status: string }>(
      '/repos/ada/project/builds/3',
      ada,
    );
    return { attempt: body.attempt, status: body.status };
  };
  await expect.poll(attempts).toEqual({ attempt: 2, status: 'pending' });
  await runNext(refused(8008));
  await expect.poll(() => listCauses('ada/project/builds/3', ada)).toMatchObject([{ failures: 4 }]);
  expect(await attempts()).toEqual({ attempt: 2, status: 'failure' });
  // A failure with another cause too is not retried.
  await start('ada/project', ada);
  await runNext(["src/a.ts(3,1): error TS2304: Cannot find name 'a'."]);
  await expect.poll(() => listCauses('ada/project/builds/4', ada)).toMatchObject([{ failures: 1 }]);
  const { body: fourth } = await callJson<{ attempt?: number }>('/repos/ada/project/builds/4', ada);
  expect(fourth.attempt ?? 1).toBe(1);
});

it('does not retry a build in which a stage failed without a step', async () => {
  const stage = (name: string) => `kind: pipeline
type: exec
name: ${name}
clone: { disable: true }
steps: [{ name: greet, commands: [echo] }]
`;
  await pushSampleRepo(server, 'ada', 'project', `${stage('one')}---\n${stage('two')}`);
  await runNext(refused(4001));
  await runNext(['fine'], 'success');
  await expect.poll(() => listCauses('ada/project/builds/1', ada)).toMatchObject([{ failures: 1 }]);
  const [cause] = await listCauses('ada/project/builds/1', ada);
  const body = JSON.stringify({ retry: true });
  await callJson(`/repos/ada/project/causes/${cause?.id}`, ada, { method: 'PATCH', body });
  await start('ada/project', ada);
  await runNext(refused(5002));
  const api = runnerApiOf(server);
  const queued = await api.requestStage({ body: execFilter }, AbortSignal.timeout(5000));
  const params = { stage: queued?.id ?? 0 };
  const other = await api.acceptStage({ params, query: { machine: 'tester' } });
  const ended = { status: 'error' as const, error: 'no disk', started: 1, stopped: 2 };
  await api.updateStage({ params, body: { ...other, ...ended, steps: [] } });
  // Builds are recognized one after the other, so the earlier one is finished with.
  await start('ada/project', ada);
  await runNext(["src/a.ts(3,1): error TS2304: Cannot find name 'a'."]);
  await runNext(['fine'], 'success');
  await expect.poll(() => listCauses('ada/project/builds/3', ada)).toMatchObject([{ failures: 1 }]);
  const { body: build } = await callJson<{ attempt?: number }>('/repos/ada/project/builds/2', ada);
  expect(build.attempt ?? 1).toBe(1);
});

it('gives causes ids that do not tell how many there are', async () => {
  expect(await failTwiceForTheSameReason()).toBeGreaterThan(10_000);
});

it('finds builds by the text of a failure', async () => {
  await failTwiceForTheSameReason();
  const found = await callJson<{ number: number }[]>(
    '/repos/ada/project/builds?failure=econnrefused',
    ada,
  );
  expect(found.body.map(({ number }) => number)).toEqual([2, 1]);
});

it('finds builds by the lines of a step whose tests failed', async () => {
  await pushSampleRepo(server, 'ada');
  const report = `<testsuite><testcase name="turns"><failure message="stuck"/></testcase></testsuite>`;
  await runNext(refused(4001), 'failure', report);
  const find = async (text: string) => {
    const path = `/repos/ada/project/builds?failure=${text}`;
    const { body } = await callJson<{ number: number }[]>(path, ada);
    return body.map(({ number }) => number);
  };
  await expect.poll(() => find('stuck')).toEqual([1]);
  expect(await find('econnrefused')).toEqual([1]);
});

it('records the failures of builds that finished before', async () => {
  await failTwiceForTheSameReason();
  const { db } = server.core;
  for (const table of ['causes', 'failures', 'repo_causes', 'cause_weeks'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('build_words').where('word', 'like', '!%').execute();
  await server.runJob('recordEarlierFailures');
  expect(await listCauses('ada/project/builds/2', ada)).toMatchObject([
    { failures: 2, first: { build: 1 } },
  ]);
});

it('knows no cause of a step without output', async () => {
  await pushSampleRepo(server, 'ada');
  await runNext([]);
  await start('ada/project', ada);
  await runNext([]);
  await start('ada/project', ada);
  await runNext(['out of words']);
  await expect
    .poll(() => listCauses('ada/project/builds/3', ada))
    .toMatchObject([{ failures: 1, first: { build: 3 } }]);
  expect(await listCauses('ada/project/builds/2', ada)).toEqual([]);
});

it('deletes causes that have not failed for a year, unless someone has named them', async () => {
  await failTwiceForTheSameReason();
  await start('ada/project', ada);
  await runNext(["src/a.ts(3,1): error TS2304: Cannot find name 'a'."]);
  await expect.poll(() => listCauses('ada/project/builds/3', ada)).toHaveLength(1);
  const { db } = server.core;
  await server.runJob('deleteUnusedCauses');
  expect(await db.selectFrom('causes').select('id').execute()).toHaveLength(2);
  const yearAgo = Math.floor(Date.now() / 1000) - 366 * 86_400;
  await db.updateTable('repo_causes').set({ last_seen: yearAgo }).execute();
  await db.updateTable('cause_weeks').set({ week: yearAgo }).execute();
  await db.updateTable('repo_causes').set({ name: 'Network' }).where('failures', '=', 2).execute();
  await server.runJob('deleteUnusedCauses');
  expect(await db.selectFrom('repo_causes').select('name').execute()).toEqual([
    { name: 'Network' },
  ]);
  for (const [table, count] of [
    ['causes', 1],
    ['cause_weeks', 0],
    ['failures', 2],
  ] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toHaveLength(count);
  }
});
