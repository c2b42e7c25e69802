import type { Build, FailureHistory } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import type { Status } from '@millrace/contract/vocabulary';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildsOf } from '../../../../testing/builds-of.ts';
import { runnerApiOf, startNextStage } from '../../../../testing/fake-work.ts';
import {
  bearer,
  createWorkTree,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

let server: TestServer;
let ada: { id: number; token: string };
let api: RunnerApi;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  api = runnerApiOf(server);
});
afterAll(() => server.stop());

const pipeline =
  'kind: pipeline\ntype: exec\nname: test\nsteps: [{ name: greet, commands: [a] }]\n';
const call = (path: string, method: 'GET' | 'POST' = 'GET', who = ada) =>
  server.app.inject({ method, url: `/api/repos/ada/${path}`, headers: bearer(who) });

/** Creates a repository whose builds finish with a given status. */
async function createMill(name: string) {
  const work = await createWorkTree(server, 'ada', `ada/${name}`);
  let count = 0;
  const commit = async (message: string, branch = 'main') => {
    count += 1;
    await work.commit({ '.drone.yml': pipeline, count: String(count) }, message);
    await work.git('push', 'origin', `HEAD:${branch}`);
  };
  const end = async (status: Status) => {
    const { stage, step } = await startNextStage(api);
    const ended = await api.updateStep({
      params: { step: step.id },
      body: { ...step, status, stopped: 2 },
    });
    await api.updateStage({
      params: { stage: stage.id },
      body: { ...stage, status, stopped: 2, steps: [ended] },
    });
  };
  return {
    work,
    /** A commit and its build. */
    async build(status: Status, message = `Commit ${count + 1}`, branch = 'main') {
      await commit(message, branch);
      await end(status);
    },
    end,
    commit,
    read: async (number: number): Promise<FailureHistory> =>
      (await call(`${name}/builds/${number}/failure`)).json(),
  };
}

const numbersOf = ({ since, steps, last_success, commits }: FailureHistory) => ({
  since: since && [since.since, since.builds_ago],
  steps: steps.map((step) => [
    `${step.stage_name}/${step.step_name}`,
    step.since,
    step.builds_ago,
    `${step.failed} of ${step.of}`,
  ]),
  last: last_success?.number,
  commits: commits.map(({ message }) => message),
});

describe('of a branch', () => {
  it('reports since when it has been failing, how often, and what has changed since the last success', async () => {
    const mill = await createMill('streaks');
    await mill.build('failure', 'One');
    await mill.build('success', 'Two');
    await mill.build('failure', 'Three\n\nwith a body');
    await mill.build('failure', 'Four', 'feature');
    await mill.build('failure', 'Five');
    expect(numbersOf(await mill.read(5))).toEqual({
      since: [3, 1],
      steps: [['test/greet', 3, 1, '2 of 3']],
      last: 2,
      commits: ['Five', 'Four', 'Three'],
    });
    expect(numbersOf(await mill.read(3))).toMatchObject({
      since: [3, 0],
      steps: [['test/greet', 3, 0, '1 of 2']],
    });
  });

  it('ignores killed builds', async () => {
    const mill = await createMill('killed');
    await mill.build('success');
    await mill.build('failure');
    await mill.build('killed');
    await mill.build('failure');
    expect(numbersOf(await mill.read(4))).toMatchObject({
      since: [2, 1],
      steps: [['test/greet', 2, 1, '1 of 2']],
    });
  });

  it('ignores restarts of older commits, promotions and builds started by hand', async () => {
    const mill = await createMill('restarts');
    await mill.build('success', 'Good');
    await mill.build('failure', 'Bad');
    for (const path of ['builds/1', 'builds/1/promote?target=production', 'builds?branch=main']) {
      await call(`restarts/${path}`, 'POST');
      await mill.end('success');
    }
    await mill.build('failure', 'Worse');
    expect(numbersOf(await mill.read(6))).toEqual({
      since: [2, 1],
      steps: [['test/greet', 2, 1, '1 of 2']],
      last: 1,
      commits: ['Worse', 'Bad'],
    });
    const branches = async (query: string): Promise<number[]> =>
      (await call(`restarts/builds/branches${query}`)).json().map(({ number }: Build) => number);
    await call('restarts/builds/1', 'POST');
    await mill.end('success');
    expect(await branches('')).toEqual([7]);
    expect(await branches('?state=true')).toEqual([6]);
    expect(await branches('?q=main')).toEqual([6]);
    expect((await call('restarts/builds/latest')).json().number).toBe(7);
    expect((await call('restarts/builds/latest?state=true')).json().number).toBe(6);
    const badgeUrl = '/api/badges/ada/restarts/status.svg';
    const badge = await server.app.inject({ url: badgeUrl, headers: bearer(ada) });
    expect(badge.body).toContain('failure');
    // A restart of the newest commit is its newest result.
    await call('restarts/builds/6', 'POST');
    await mill.end('success');
    expect(await branches('?state=true')).toEqual([8]);
    await mill.build('failure', 'Worst');
    expect(numbersOf(await mill.read(9))).toMatchObject({ since: [9, 0], last: 8 });
  });

  it('compares a restart of an older commit with other builds of that commit', async () => {
    const mill = await createMill('older');
    await mill.build('success', 'Good');
    await mill.build('failure', 'Bad');
    await mill.build('success', 'Fixed');
    await call('older/builds/2', 'POST');
    await mill.end('failure');
    expect(numbersOf(await mill.read(4))).toMatchObject({ since: [2, 1], last: undefined });
  });

  it('reports that there was no success', async () => {
    const mill = await createMill('never');
    await mill.build('failure');
    await mill.build('failure');
    expect(numbersOf(await mill.read(2))).toEqual({
      since: [1, 1],
      steps: [['test/greet', 1, 1, '1 of 1']],
      last: undefined,
      commits: [],
    });
  });

  it('reports no failures of a successful build', async () => {
    const mill = await createMill('well');
    await mill.build('failure');
    await mill.build('success');
    expect(numbersOf(await mill.read(2))).toEqual({
      since: undefined,
      steps: [],
      last: undefined,
      commits: [],
    });
  });

  it('reports a stage that failed without a step', async () => {
    const mill = await createMill('stage');
    await mill.commit('One');
    const queued = await api.requestStage(
      { body: { kind: 'pipeline', type: 'exec' } },
      AbortSignal.timeout(5000),
    );
    const stage = await api.acceptStage({
      params: { stage: queued?.id ?? 0 },
      query: { machine: 'tester' },
    });
    await api.updateStage({
      params: { stage: stage.id },
      body: { ...stage, status: 'error', error: 'no disk' },
    });
    const { steps } = await mill.read(1);
    expect(steps).toMatchObject([{ stage: 1, stage_name: 'test', since: 1, failed: 0, of: 0 }]);
    expect(steps[0]).not.toHaveProperty('step');
  });

  it('counts the results after a restart as well', async () => {
    const mill = await createMill('again');
    await mill.build('failure');
    await call('again/builds/1?only=failed', 'POST');
    await mill.end('success');
    await mill.build('failure');
    expect(numbersOf(await mill.read(2))).toMatchObject({ since: [2, 0], last: 1 });
  });
});

it('compares a deployment with deployments to its target', async () => {
  const mill = await createMill('deploys');
  await mill.build('success');
  for (const [target, status] of [
    ['production', 'failure'],
    ['staging', 'success'],
    ['production', 'failure'],
  ] as const) {
    await call(`deploys/builds/1/promote?target=${target}`, 'POST');
    await mill.end(status);
  }
  const history = await mill.read(4);
  expect(history.line).toBe('production');
  expect(numbersOf(history)).toMatchObject({ since: [2, 1], last: undefined });
});

it('compares a pull request with its target branch, and with its own builds', async () => {
  const mill = await createMill('pulls');
  await mill.build('success', 'Good');
  const repo = await server.core.repos.findBySlug('ada/pulls');
  if (!repo) throw new Error('The repository is gone');
  const base = { event: 'pull_request', ref: 'refs/pull/7/head', target: 'main', source: 'fix' };
  for (let round = 0; round < 2; round += 1) {
    await mill.commit(`Fix ${round}`, 'fix');
    await mill.end('success');
    const commit = await server.core.forge.findCommit(repo, 'refs/heads/fix');
    if (!commit) throw new Error('There is no commit');
    await buildsOf(server).buildCreator.createBuild(repo, {
      ...base,
      event: 'pull_request' as const,
      trigger: 'ada',
      sender: 'ada',
      commit,
    });
    await mill.end('failure');
  }
  expect(numbersOf(await mill.read(5))).toEqual({
    since: [3, 1],
    steps: [['test/greet', 3, 1, '1 of 2']],
    last: 1,
    commits: ['Fix 1', 'Fix 0'],
  });
});

it('requires read access', async () => {
  const mill = await createMill('secret');
  await mill.build('failure');
  const eve = await server.addUser('eve');
  expect((await call('secret/builds/1/failure', 'GET', eve)).statusCode).toBe(404);
  expect((await call('secret/builds/9/failure')).statusCode).toBe(404);
  const [build]: Build[] = (await call('secret/builds')).json();
  expect(build?.status).toBe('failure');
});

it('returns usual durations', async () => {
  const mill = await createMill('usual');
  for (let round = 0; round < 6; round += 1) await mill.build('success');
  await mill.build('failure');
  const durations = (await call('usual/builds/7/durations')).json();
  expect(durations).toMatchObject([
    { stage_name: 'test', count: 6 },
    { stage_name: 'test', step_name: 'greet', median: 1, low: 1, high: 1, count: 6 },
  ]);
  expect((await call('usual/builds/3/durations')).json()).toEqual([]);
});
