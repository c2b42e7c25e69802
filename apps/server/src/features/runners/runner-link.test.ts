import { builtInRunnerOf } from '@millrace/build-rules';
import { RunnerConflict } from '@millrace/contract/runner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildsOf } from '../../../testing/builds-of.ts';
import { execFilter, runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let repoId: number;
beforeEach(async () => {
  server = await startTestServer();
  await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada')).id;
});
afterEach(() => server.stop());

const readBuild = async (number = 1) => {
  const build = (await buildsOf(server).readModel.findByNumber(repoId, number))?.read();
  if (!build) throw new Error(`There is no build ${number}`);
  return build;
};

describe('a stage', () => {
  it('runs from the queue to the end of its build', async () => {
    const api = runnerApiOf(server);
    const first = await startNextStage(api);
    expect((await readBuild()).status).toBe('running');
    await api.updateStep({
      params: { step: first.step.id },
      body: { ...first.step, status: 'success', stopped: 2 },
    });
    await api.updateStage({
      params: { stage: first.stage.id },
      body: { ...first.stage, status: 'success', stopped: 2 },
    });
    expect((await readBuild()).stages?.map((stage) => stage.status)).toEqual([
      'success',
      'pending',
    ]);
    const second = await startNextStage(api);
    expect(second.stage.name).toBe('second');
    await api.updateStep({
      params: { step: second.step.id },
      body: { ...second.step, status: 'failure', exit_code: 3 },
    });
    await api.updateStage({
      params: { stage: second.stage.id },
      body: { ...second.stage, status: 'failure', exit_code: 3 },
    });
    const build = await readBuild();
    expect([build.status, build.finished > 0]).toEqual(['failure', true]);
    expect(build.stages?.[1]?.steps?.[0]).toMatchObject({ status: 'failure', exit_code: 3 });
  });

  it('has config, URL and credentials for the runner', async () => {
    const api = runnerApiOf(server);
    const { stage } = await startNextStage(api);
    const details = await api.getStageDetails({ params: { stage: stage.id } });
    expect(Buffer.from(details.config.Data, 'base64').toString()).toContain('name: first');
    expect(details.repository.git_http_url).toBe(`${server.url}/git/ada/project.git`);
    expect(details.netrc).toMatchObject({ machine: '127.0.0.1', login: 'millrace-build' });
  });

  it('waits in the queue for a matching runner, and wakes one that waits', async () => {
    const api = runnerApiOf(server);
    const nothing = await api.requestStage(
      { body: { kind: 'pipeline', type: 'docker' } },
      AbortSignal.timeout(20),
    );
    expect(nothing).toBeNull();
    await startNextStage(api);
    const waiting = api.requestStage({ body: execFilter }, AbortSignal.timeout(5000));
    await pushSampleRepo(server, 'ada', 'another');
    expect((await waiting)?.name).toBe('first');
  });
});

describe('rejected calls', () => {
  it('assign a stage to one runner only', async () => {
    const [one, two] = [runnerApiOf(server, 'one'), runnerApiOf(server, 'two')];
    const queued = await one.requestStage({ body: execFilter }, AbortSignal.timeout(5000));
    const claims = await Promise.allSettled([
      one.acceptStage({ params: { stage: queued?.id ?? 0 }, query: { machine: 'one' } }),
      two.acceptStage({ params: { stage: queued?.id ?? 0 }, query: { machine: 'two' } }),
    ]);
    expect(claims.map((claim) => claim.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('include late reports, and those of another runner', async () => {
    const api = runnerApiOf(server);
    const foreign = runnerApiOf(server, 'foreign');
    const { stage, step } = await startNextStage(api);
    const line = { pos: 0, out: 'x\n', time: 0 };
    await expect(foreign.appendLogs({ params: { step: step.id }, body: [line] })).rejects.toThrow(
      RunnerConflict,
    );
    await expect(
      foreign.updateStep({ params: { step: step.id }, body: { ...step, status: 'success' } }),
    ).rejects.toThrow(RunnerConflict);
    await expect(
      foreign.updateStage({ params: { stage: stage.id }, body: { ...stage, status: 'success' } }),
    ).rejects.toThrow(RunnerConflict);
    await api.updateStep({ params: { step: step.id }, body: { ...step, status: 'success' } });
    await expect(api.appendLogs({ params: { step: step.id }, body: [line] })).rejects.toThrow(
      RunnerConflict,
    );
    await expect(
      api.updateStep({ params: { step: step.id }, body: { ...step, status: 'failure' } }),
    ).rejects.toThrow(RunnerConflict);
    await api.updateStage({ params: { stage: stage.id }, body: { ...stage, status: 'success' } });
    await expect(
      api.updateStage({ params: { stage: stage.id }, body: { ...stage, status: 'failure' } }),
    ).rejects.toThrow(RunnerConflict);
    expect((await readBuild()).stages?.[0]?.status).toBe('success');
  });
});

describe('a call in the same process', () => {
  it('is rejected as over HTTP if its input does not match the table', async () => {
    const api = runnerApiOf(server);
    const { step } = await startNextStage(api);
    const body = [{ pos: 0.5, out: 'x', time: 0 }];
    await expect(api.appendLogs({ params: { step: step.id }, body })).rejects.toThrow(
      RunnerConflict,
    );
  });

  it('identifies its runner', async () => {
    const { stage } = await startNextStage(runnerApiOf(server, 'one'));
    const input = { params: { stage: stage.id } };
    await expect(runnerApiOf(server, 'two').getStageDetails(input)).rejects.toThrow(RunnerConflict);
  });
});

describe('a canceled build', () => {
  it('wakes the runner that watches it, at any time', async () => {
    const api = runnerApiOf(server);
    const { stage, step } = await startNextStage(api);
    const watching = api.watchBuild(
      { params: { build: stage.build_id }, query: {} },
      AbortSignal.timeout(5000),
    );
    const repo = await server.core.repos.findById(repoId);
    if (!repo) throw new Error('The repository is gone');
    await buildsOf(server).buildDecisions.cancel(repo, { login: 'ada', canWrite: true }, 1);
    expect(await watching).toBe(true);
    expect(
      await api.watchBuild(
        { params: { build: stage.build_id }, query: {} },
        AbortSignal.timeout(5000),
      ),
    ).toBe(true);
    await expect(
      api.updateStep({ params: { step: step.id }, body: { ...step, status: 'success' } }),
    ).rejects.toThrow(RunnerConflict);
    const build = await readBuild();
    expect(build.status).toBe('killed');
    expect(build.stages?.map((row) => row.status)).toEqual(['killed', 'skipped']);
    expect(build.stages?.[0]?.steps?.[0]).toMatchObject({ status: 'killed', exit_code: 130 });
  });

  it('waits for a stage that cleans up, until a second cancel', async () => {
    const api = runnerApiOf(server);
    const { stage, step } = await startNextStage(api, 'tester', { cleans_up: true });
    const watch = (query: { until?: 'finished' }) =>
      api.watchBuild({ params: { build: stage.build_id }, query }, AbortSignal.timeout(5000));
    const [cancelled, finished] = [watch({}), watch({ until: 'finished' })];
    const repo = await server.core.repos.findById(repoId);
    if (!repo) throw new Error('The repository is gone');
    const cancel = () =>
      buildsOf(server).buildDecisions.cancel(repo, { login: 'ada', canWrite: true }, 1);
    await cancel();
    expect(await cancelled).toBe(true);
    const body = { ...step, status: 'killed' as const };
    await api.updateStep({ params: { step: step.id }, body });
    expect(await readBuild()).toMatchObject({ status: 'running', canceled_by: 'ada' });
    await cancel();
    expect(await finished).toBe(true);
    expect((await readBuild()).status).toBe('killed');
  });

  it('ends the wait if the runner stops watching', async () => {
    const api = runnerApiOf(server);
    const { stage } = await startNextStage(api);
    expect(
      await api.watchBuild(
        { params: { build: stage.build_id }, query: {} },
        AbortSignal.timeout(10),
      ),
    ).toBe(false);
  });
});

it('fails what was running at a crash of the server, with a reason', async () => {
  await startNextStage(runnerApiOf(server, builtInRunnerOf(server.core.serverId)));
  await server.features.prepare();
  const build = await readBuild();
  expect(build.status).toBe('error');
  expect(build.stages?.[0]).toMatchObject({
    status: 'error',
    error: 'The server stopped while this stage was running',
  });
  expect(build.stages?.[0]?.steps?.[0]?.status).toBe('error');
  expect(build.stages?.[1]?.status).toBe('skipped');
});
