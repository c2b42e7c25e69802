import type { Bisection, BisectionDetails, BisectionRange } from '@millrace/contract/api';
import type { Status } from '@millrace/contract/vocabulary';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toLines } from '../../../testing/build-with-logs.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { queuePort } from '../queue/port.ts';

const jobs = ['recognizeCauses', 'bisections', 'bisectionStarts', 'receivePushes'];
const pipeline = `kind: pipeline
type: exec
name: test
steps:
- { name: greet, commands: [make test] }
- { name: publish, commands: [make publish] }
`;

let server: TestServer;
let ada: { login: string; token: string };
beforeEach(async () => {
  server = await startTestServer({ jobs });
  ada = await server.addUser('ada');
});
afterEach(() => server.stop());

const call = (method: string, path: string, body?: object, person = ada) =>
  fetch(`${server.url}/api/repos/ada/project/${path}`, {
    method,
    headers: { ...bearer(person), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const read = async <Result>(path: string) => (await (await call('GET', path)).json()) as Result;
const readDetails = (id = 1) => read<BisectionDetails>(`bisections/${id}`);
const readStatus = async (id = 1) => (await readDetails(id)).status;
const start = (build: number) => call('POST', 'bisections', { build, stage: 1, step: 1 });

/** Runs the first step of the next stage. Returns the number of its build, and its commit. */
async function runNext(status: Status, lines = ['Error: expected 4, got 5']) {
  const api = runnerApiOf(server);
  const { stage, step } = await startNextStage(api);
  await api.appendLogs({ params: { step: step.id }, body: toLines(lines) });
  const ended = { status, exit_code: status === 'success' ? 0 : 1, stopped: 2 };
  const steps = [await api.updateStep({ params: { step: step.id }, body: { ...step, ...ended } })];
  await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...ended, steps } });
  const build = await server.core.builds.findById(stage.build_id);
  return { number: build?.number ?? 0, commit: build?.after ?? '', bisection: build?.bisection };
}

/** Pushes a good commit, then these changes at once; each is the files of a commit. Returns the hashes. */
async function pushHistory(changes: Record<string, string>[]): Promise<string[]> {
  await pushSampleRepo(server, 'ada', 'project', pipeline);
  await runNext('success');
  const { git, commit } = await createWorkTree(server, 'ada', 'ada/project');
  await git('pull', '--quiet', 'origin', 'main');
  const hashes: string[] = [];
  for (const [at, files] of changes.entries()) hashes.push(await commit(files, `Change ${at + 1}`));
  expect((await git('push', 'origin', 'main')).exitCode).toBe(0);
  await expect.poll(() => server.core.builds.listAllUnfinished()).toHaveLength(1);
  expect(await runNext('failure')).toMatchObject({ number: 2, commit: hashes.at(-1) });
  return hashes;
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ 'file.txt': String(at + 1) }));

/** Runs the builds of a bisection until it ends. Returns their number. */
async function runAll(hashes: string[], decide: (commit: number) => Status): Promise<number> {
  for (let runs = 0; ; runs++) {
    await expect
      .poll(async () => {
        const isWaiting = (await server.core.builds.listAllUnfinished()).length > 0;
        return isWaiting || (await readStatus()) !== 'running';
      })
      .toBe(true);
    if ((await readStatus()) !== 'running') return runs;
    const api = runnerApiOf(server);
    const { open } = await server.ask(queuePort).listWaiting();
    const build = await server.core.builds.findById(open[0]?.buildId ?? 0);
    expect(api).toBeDefined();
    await runNext(decide(hashes.indexOf(build?.after ?? '') + 1));
  }
}

describe('a bisection', () => {
  it('finds the commit with which a step began to fail', async () => {
    const hashes = await pushHistory(numbered(8));
    expect((await start(2)).status).toBe(200);
    const events = await server.core.db
      .selectFrom('audit_events')
      .select(['actor', 'details'])
      .where('action', '=', 'bisection.start')
      .execute();
    expect(events).toMatchObject([{ actor: 'ada', details: '{"build":2,"stage":1,"step":1}' }]);
    const runs = await runAll(hashes, (commit) => (commit >= 5 ? 'failure' : 'success'));
    expect(await readDetails()).toMatchObject({
      status: 'found',
      found: [hashes[4]],
      commits: 8,
      runs,
      stage: 'test',
      step: 'greet',
      starter: 'ada',
      good: { build: 1 },
      bad: { build: 2, commit: hashes[7] },
    });
    expect(runs).toBeLessThanOrEqual(7);
    const { list, run_list, confidence } = await readDetails();
    expect(list.map(({ message }) => message)).toEqual(hashes.map((_, at) => `Change ${at + 1}`));
    expect(list[4]?.probability).toBeGreaterThan(0.99);
    expect(confidence).toBeGreaterThan(0.99);
    expect(run_list.map(({ build }) => build)).toEqual(run_list.map((_, at) => at + 3));
    expect(await read<Bisection[]>('bisections')).toMatchObject([{ id: 1, found: [hashes[4]] }]);
    expect(await read<Bisection[]>('bisections?build=1')).toEqual([]);
  });

  it('tells beforehand what it would search', async () => {
    const [only] = await pushHistory(numbered(1));
    const range = (build: number) => read<BisectionRange>(`builds/${build}/bisection-range/1/1`);
    expect(await range(2)).toMatchObject({ commits: 1, only: { sha: only, message: 'Change 1' } });
    expect(await range(1)).toEqual({ commits: 0, refusal: 'The step has not failed' });
    expect((await call('GET', 'builds/9/bisection-range/1/1')).status).toBe(404);
    const { git, commit } = await createWorkTree(server, 'ada', 'ada/project');
    await git('pull', '--quiet', 'origin', 'main');
    await commit({ 'file.txt': 'more' }, 'Change 2');
    expect((await git('push', 'origin', 'main')).exitCode).toBe(0);
    await expect.poll(() => server.core.builds.listAllUnfinished()).toHaveLength(1);
    await runNext('failure');
    // It still began with the first commit.
    expect(await range(3)).toMatchObject({ commits: 1, only: { sha: only } });
  });

  it('starts no further run for a person who lost the permission', async () => {
    const bob = await server.addUser('bob');
    const hashes = await pushHistory(numbered(8));
    await call('PUT', 'collaborators/bob', { role: 'write' });
    const body = { build: 2, stage: 1, step: 1 };
    expect((await call('POST', 'bisections', body, bob)).status).toBe(200);
    await expect.poll(() => server.core.builds.listAllUnfinished()).toHaveLength(1);
    await call('DELETE', 'collaborators/bob');
    expect(await runAll(hashes, () => 'success')).toBe(1);
    expect(await readDetails()).toMatchObject({
      status: 'failed',
      error: 'bob may no longer start builds',
    });
  });

  it('runs only the step with the steps before it, for the event of the failed build', async () => {
    const hashes = await pushHistory(numbered(4));
    await start(2);
    await expect.poll(() => server.core.builds.listAllUnfinished()).toHaveLength(1);
    const [build] = await server.core.builds.listAllUnfinished();
    expect(build).toMatchObject({
      number: 3,
      event: 'push',
      ref: 'refs/heads/main',
      after: hashes[1],
      before: hashes[0],
      trigger: 'ada',
      bisection: 1,
      parent: 2,
      title: '[bisection 1] Change 2',
    });
    const { config } = await server.core.builds.findFile(build?.id ?? 0);
    expect(config).toContain('greet');
    expect(config).not.toContain('publish');
    expect(await read('builds/3')).toMatchObject({ bisection: 1, stages: [{ name: 'test' }] });
  });

  it('does not change what is shown of the branch', async () => {
    const hashes = await pushHistory(numbered(4));
    await start(2);
    await runAll(hashes, (commit) => (commit >= 3 ? 'failure' : 'success'));
    expect(await read('builds/latest')).toMatchObject({ number: 2 });
    expect(await read('builds/branches')).toMatchObject([{ number: 2 }]);
    const badge = await fetch(`${server.url}/api/badges/ada/project/status.svg`, {
      headers: bearer(ada),
    });
    expect(await badge.text()).toContain('failure');
    await start(2);
    const history = await read<{ steps: object[] }>('builds/2/failure');
    expect(history).toMatchObject({ since: { since: 2 }, last_success: { number: 1 } });
    const list = await (
      await fetch(`${server.url}/api/user/repos?latest=true`, { headers: bearer(ada) })
    ).json();
    expect(list).toMatchObject([{ build: { number: 2 } }]);
    expect((await call('POST', 'builds/3')).status).toBe(400);
  });

  it('skips commits without the step, and names a range', async () => {
    const broken = { '.drone.yml': 'kind: pipeline\nsteps: [' };
    const fixed = { '.drone.yml': pipeline };
    const changes: Record<string, string>[] = [
      { a: '1' },
      broken,
      { b: '1' },
      fixed,
      { c: '1' },
      { d: '1' },
    ];
    const hashes = await pushHistory(changes);
    await start(2);
    await runAll(hashes, (commit) => (commit >= 3 ? 'failure' : 'success'));
    expect(await readDetails()).toMatchObject({ status: 'found', found: hashes.slice(1, 4) });
  });

  it('does not count another failure of the step', async () => {
    const hashes = await pushHistory(numbered(2));
    await expect.poll(async () => (await read<object[]>('builds/2/causes')).length).toBe(1);
    await start(2);
    await runNext('failure', ['fatal: unable to access the registry: timeout after 30 seconds']);
    await expect
      .poll(async () => (await readDetails()).run_list[0])
      .toMatchObject({ commit: 1, outcome: 'unclear' });
    expect(hashes).toHaveLength(2);
  });

  it('ends as random if every commit passes', async () => {
    const hashes = await pushHistory(numbered(2));
    await start(2);
    await runAll(hashes, () => 'success');
    expect(await readDetails()).toMatchObject({ status: 'random', found: [] });
  });

  it('can be canceled, with its running build', async () => {
    await pushHistory(numbered(4));
    await start(2);
    await expect.poll(() => server.core.builds.listAllUnfinished()).toHaveLength(1);
    expect((await call('DELETE', 'bisections/1')).status).toBe(204);
    await expect
      .poll(async () => (await read<{ status: string }>('builds/3')).status)
      .toBe('killed');
    expect(await readDetails()).toMatchObject({
      status: 'canceled',
      canceled_by: 'ada',
      found: [],
    });
    await expect
      .poll(async () => (await readDetails()).run_list)
      .toMatchObject([{ build: 3, outcome: 'unclear' }]);
    expect((await call('DELETE', 'bisections/1')).status).toBe(400);
  });

  it('continues after a restart of the jobs', async () => {
    const hashes = await pushHistory(numbered(4));
    await start(2);
    await expect.poll(() => server.core.builds.listAllUnfinished()).toHaveLength(1);
    const loop = server.features.jobs.get('bisections');
    await loop?.stop();
    await server.core.db.updateTable('bisection_runs').set({ build: 0 }).execute();
    await runNext('success');
    loop?.run();
    await runAll(hashes, (commit) => (commit >= 3 ? 'failure' : 'success'));
    const { found, run_list } = await readDetails();
    expect(found).toEqual([hashes[2]]);
    expect(run_list[0]).toMatchObject({ build: 3, outcome: 'passed' });
  });
});

describe('the start of a bisection', () => {
  const message = async (answer: Promise<Response>) => {
    const { status, body } = await answer.then(async (done) => ({
      status: done.status,
      body: (await done.json()) as { message: string },
    }));
    return `${status} ${body.message}`;
  };

  it('is refused if it would find nothing', async () => {
    await pushHistory(numbered(1));
    expect(await message(start(2))).toBe(
      '400 There are no commits between the last good build and the first bad one',
    );
    expect(await message(start(1))).toBe('400 The step has not failed');
    expect(await message(start(9))).toBe('404 There is no build 9');
    expect(await message(call('POST', 'bisections', { build: 2, stage: 1, step: 7 }))).toBe(
      '404 Build 2 has no step 7 in stage 1',
    );
    expect((await call('POST', 'bisections', { build: 2 })).status).toBe(400);
  });

  it('is refused for a step that never passed', async () => {
    await pushSampleRepo(server, 'ada', 'project', pipeline);
    await runNext('failure');
    expect(await message(start(1))).toBe(
      '400 The step has not passed in an earlier build of the branch',
    );
  });

  it('is refused for a stage that outputs have decided', async () => {
    await pushHistory(numbered(3));
    await server.core.db.updateTable('stages').set({ matrix_of: 'first' }).execute();
    expect(await message(start(2))).toBe(
      '400 Outputs decide the stages of this matrix in each build, so no bisection can run one of them',
    );
  });

  it('is refused while the same one is running', async () => {
    await pushHistory(numbered(3));
    await start(2);
    expect(await message(start(2))).toBe('409 Bisection 1 is already running for this step');
  });

  it('needs write access', async () => {
    await pushHistory(numbered(3));
    const bob = await server.addUser('bob');
    const repo = await server.core.repos.findBySlug('ada/project');
    await server.core.repos.grant(bob.id, repo?.id ?? 0, 'read');
    const body = { build: 2, stage: 1, step: 1 };
    expect((await call('POST', 'bisections', body, bob)).status).toBe(403);
    await start(2);
    expect((await call('DELETE', 'bisections/1', undefined, bob)).status).toBe(403);
    expect((await call('GET', 'bisections/1', undefined, bob)).status).toBe(200);
    expect((await call('PATCH', 'bisection-settings', { automatic: true }, bob)).status).toBe(403);
  });

  it('happens by itself where the repository wants it', async () => {
    await pushSampleRepo(server, 'ada', 'project', pipeline);
    const usual = { automatic: false, comments: true, can_comment: false };
    expect(await read('bisection-settings')).toEqual(usual);
    const changed = await call('PATCH', 'bisection-settings', { automatic: true });
    expect(await changed.json()).toEqual({ ...usual, automatic: true });
    await runNext('success');
    const { git, commit } = await createWorkTree(server, 'ada', 'ada/project');
    await git('pull', '--quiet', 'origin', 'main');
    for (const files of numbered(3)) await commit(files);
    await git('push', 'origin', 'main');
    await expect.poll(() => server.core.builds.listAllUnfinished()).toHaveLength(1);
    await runNext('failure');
    await expect
      .poll(() => read<Bisection[]>('bisections'))
      .toMatchObject([{ starter: '@auto', build: 2, commits: 3 }]);
    await expect
      .poll(() => server.core.builds.listAllUnfinished())
      .toMatchObject([{ trigger: '@auto', bisection: 1 }]);
  });
});
