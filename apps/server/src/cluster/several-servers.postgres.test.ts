import type { KeptStep, Terminal } from '@millrace/contract/api';
import { openStream } from '@millrace/test-support/stream-reader';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { execFilter, runnerApiOf, startNextStage } from '../../testing/fake-work.ts';
import { query } from '../../testing/postgres.ts';
import { makePostgresDatabase, removeTestDatabase } from '../../testing/test-database.ts';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  samplePipeline,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';
import { askAll } from '../shared/ask.ts';
import type { BuildChanged } from '../shared/bus.ts';

const until = { timeout: 60_000, interval: 20 };

let database: string;
let one: TestServer;
let two: TestServer;
let ada: { id: number; token: string };
beforeEach(async () => {
  database = await makePostgresDatabase();
  const env = { MILLRACE_SECRET_KEY: 'a key that both servers know' };
  one = await startTestServer({ database, env });
  const folder = { MILLRACE_REPOSITORIES: `${one.tempDir}/data` };
  two = await startTestServer({ database, env: { ...env, ...folder } });
  ada = await one.addUser('ada');
});
afterEach(async () => {
  await two.stop();
  await one.stop();
  await removeTestDatabase(database);
});

async function ask<Answer>(
  server: TestServer,
  path: string,
  method = 'GET',
  body?: object,
): Promise<Answer> {
  const json = body ? { 'content-type': 'application/json' } : {};
  const answer = await fetch(server.url + path, {
    method,
    headers: { ...bearer(ada), ...json },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as Answer;
}

describe('two servers on one database', () => {
  it('accept a push at either server, and show its build on both', async () => {
    await pushSampleRepo(one, 'ada');
    const work = await createWorkTree(two, 'ada', 'ada/project');
    await work.git('fetch', '--quiet', 'origin', 'main');
    await work.git('reset', '--hard', '--quiet', 'FETCH_HEAD');
    await work.commit({ 'a.txt': 'a' });
    await work.git('push', '--quiet', 'origin', 'HEAD:main');
    for (const server of [one, two]) {
      const builds = await ask<{ number: number }[]>(server, '/api/repos/ada/project/builds');
      expect(builds.map(({ number }) => number)).toEqual([2, 1]);
    }
  });

  it('carry a terminal between a runner at one and a page at the other', async () => {
    const repo = '/api/repos/ada/project';
    await pushSampleRepo(one, 'ada');
    await ask(one, `${repo}/terminal-settings`, 'PATCH', { keep_failed: true });
    const api = runnerApiOf(one);
    const { step } = await startNextStage(api);
    const params = { step: step.id };
    await api.keepStep({ params });
    const ordered = api.watchKeptStep({ params, body: { open: [] } });
    const [kept] = await ask<KeptStep[]>(two, `${repo}/builds/1/kept-steps`);
    const size = { columns: 80, rows: 24 };
    const path = `${repo}/kept-steps/${kept?.id}/terminals`;
    const { id: terminal } = await ask<Terminal>(two, path, 'POST', size);
    expect(await ordered).toEqual({ open: [{ terminal, size }], close: [], inputs: [] });
    const input = { number: 1, data: Buffer.from('ls').toString('base64') };
    const typed = fetch(`${two.url}${repo}/terminals/${terminal}/input`, {
      method: 'POST',
      headers: { ...bearer(ada), 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const watch = (received: number, signal?: AbortSignal) =>
      api.watchKeptStep({ params, body: { open: [{ terminal, received }] } }, signal);
    expect((await watch(0))?.inputs).toEqual([{ terminal, input }]);
    // The page gets its answer when the runner tells that it has the input.
    const released = new AbortController();
    const waiting = watch(1, released.signal);
    expect((await typed).status).toBe(204);
    released.abort();
    await waiting;
    const shown = ask(two, `${repo}/terminals/${terminal}/output`);
    const data = Buffer.from('flour').toString('base64');
    await api.sendTerminalOutput({ params: { ...params, terminal }, body: { position: 0, data } });
    expect(await shown).toEqual({ data, end: 5 });
  });

  it('end a stream at one when a group is left at the other', async () => {
    const root = await one.addUser('root', { admin: true });
    const bob = await one.addUser('bob');
    const change = (path: string, payload: object) =>
      one.app.inject({
        method: 'POST',
        url: `/api/organizations${path}`,
        headers: bearer(root),
        payload,
      });
    await change('', { name: 'acme', owner: 'ada' });
    await change('/acme/teams', { name: 'devs', role: 'read', all_repositories: true });
    await change('/acme/groups', { team: 'devs', group: 'engineers' });
    const report = (groups: string[]) =>
      askAll(one.features.contributed.onGroupsReported, bob, 'oidc', groups);
    await report(['engineers']);
    await pushSampleRepo(one, 'ada', 'project', samplePipeline, 'acme');
    const stream = await openStream(`${two.url}/api/stream/acme/project`, bearer(bob));
    await report([]);
    await stream.rest();
  });

  it('publish builds and log lines to each other, in order', async () => {
    await pushSampleRepo(one, 'ada');
    const builds = await openStream(`${two.url}/api/stream`, bearer(ada));
    const api = runnerApiOf(one);
    const { stage, step } = await startNextStage(api);
    const log = await openStream(`${two.url}/api/stream/ada/project/1/1/1`, bearer(ada));
    for (let pos = 0; pos < 50; pos++) {
      await api.appendLogs({
        params: { step: step.id },
        body: [{ pos, out: `${pos}\n`, time: 0 }],
      });
    }
    const lines = await log.take(50);
    expect(lines.map(({ data }) => JSON.parse(data).pos)).toEqual(lines.map((_, at) => at));
    await api.updateStep({
      params: { step: step.id },
      body: { ...step, status: 'success', stopped: 2 },
    });
    await api.updateStage({
      params: { stage: stage.id },
      body: { ...stage, status: 'success', stopped: 2 },
    });
    expect((await log.rest()).map(({ data }) => data)).toEqual(['eof']);
    const ids = (await builds.take(4)).map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('wake a runner of one server for a push to the other', async () => {
    const waiting = runnerApiOf(two, 'two').requestStage(
      { body: execFilter },
      AbortSignal.timeout(20_000),
    );
    await pushSampleRepo(one, 'ada');
    expect((await waiting)?.name).toBe('first');
  });

  it('assign a stage once', async () => {
    const pipeline = Array.from(
      { length: 10 },
      (_, at) => samplePipeline.split('---')[0]?.replace('first', `stage-${at}`) ?? '',
    ).join('---\n');
    await pushSampleRepo(one, 'ada', 'project', pipeline);
    const stages = await one.core.stages.listOpen();
    const claims = stages.flatMap(({ id }) =>
      [one, two, one, two].map((server, at) =>
        runnerApiOf(server, `runner-${at}`)
          .acceptStage({ params: { stage: id }, query: { machine: `machine-${at}` } })
          .then(
            () => 'claimed',
            (error: Error) => error.name,
          ),
      ),
    );
    const outcomes = await Promise.all(claims);
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(stages.length);
    expect(new Set(outcomes)).toEqual(new Set(['claimed', 'RunnerConflict']));
  });

  it('enforce the limits of a repository jointly', async () => {
    const pipeline = ['a', 'b', 'c', 'd']
      .map((name) => samplePipeline.split('---')[0]?.replace('first', name) ?? '')
      .join('---\n');
    const repo = await pushSampleRepo(one, 'ada', 'project', pipeline);
    await one.core.repos.update(repo.id, { throttle: 1 });
    const stages = await one.core.stages.listOpen();
    const claims = stages.map(({ id }, at) =>
      runnerApiOf(at % 2 ? one : two, `runner-${at}`).acceptStage({
        params: { stage: id },
        query: { machine: 'machine' },
      }),
    );
    const settled = await Promise.allSettled(claims);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refresh after a notice that they cannot read, and read the next one', async () => {
    const received: string[] = [];
    two.core.bus.subscribe('eventsMissed', () => received.push('eventsMissed'));
    two.core.bus.subscribe('logRewritten', ({ stepId }) => received.push(`log ${stepId}`));
    const send = (notice: object) =>
      query(database, `select pg_notify('millrace', '${JSON.stringify(notice)}')`);
    await send({ topic: 'accessChanged', message: { userId: 'ada' } });
    await send({ topic: 'a topic of a newer version', message: {} });
    await send({ topic: 'logRewritten', message: { stepId: 7 } });
    await expect.poll(() => received, until).toEqual(['eventsMissed', 'log 7']);
  });

  it('publish events that are too long for a notification of Postgres', async () => {
    await pushSampleRepo(one, 'ada');
    const api = runnerApiOf(one);
    const queued = await api.requestStage({ body: execFilter }, AbortSignal.timeout(20_000));
    const stage = await api.acceptStage({
      params: { stage: queued?.id ?? 0 },
      query: { machine: 'machine' },
    });
    const steps = Array.from({ length: 2000 }, (_, at) => ({
      id: 0,
      step_id: stage.id,
      number: at + 1,
      name: `step-${at}`,
      status: 'pending' as const,
      exit_code: 0,
      version: 0,
    }));
    await api.updateStage({
      params: { stage: stage.id },
      body: { ...stage, status: 'running', steps },
    });
    const heard: BuildChanged[] = [];
    two.core.bus.subscribe('buildChanged', (change) => heard.push(change));
    await ask(one, '/api/repos/ada/project/builds/1', 'DELETE');
    await expect.poll(() => heard.at(-1)?.endedSteps.length, until).toBe(2000);
    expect(heard.at(-1)?.status).toBe('killed');
  });

  it('end a session immediately on both servers', async () => {
    await pushSampleRepo(one, 'ada');
    const stream = await openStream(`${two.url}/api/stream/ada/project`, bearer(ada));
    await one.core.repos.revoke(1, 'ada');
    await one.core.repos.update(1, { visibility: 'private' });
    expect(await stream.isClosed()).toBe(true);
  });

  it('end a stream at one when its session is ended at the other', async () => {
    const cookie = await one.core.sessions.create(ada.id, { address: '', browser: '' });
    const stream = await openStream(`${two.url}/api/stream`, { cookie: `_session_=${cookie}` });
    const [session] = await two.core.sessions.list(ada.id);
    const answer = await one.app.inject({
      method: 'DELETE',
      url: `/api/user/sessions/${session?.id}`,
      headers: bearer(ada),
    });
    expect(answer.statusCode).toBe(204);
    expect(await stream.isClosed()).toBe(true);
  });

  it('count sign-in attempts jointly', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      const server = attempt % 2 ? one : two;
      const answer = await fetch(`${server.url}/login`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: server.url },
        body: new URLSearchParams({ username: 'ada', password: `guess ${attempt}` }),
      });
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses.indexOf(429)).toBe(10);
  });

  it('continue to publish events after the database closed their connections', async () => {
    await pushSampleRepo(one, 'ada');
    const stream = await openStream(`${two.url}/api/stream/ada/project`, bearer(ada));
    await query(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    const { stage } = await startNextStage(runnerApiOf(one));
    await expect
      .poll(async () => JSON.parse((await stream.take(1))[0]?.data ?? '{}').build?.status, until)
      .toBe('running');
    expect(stage.status).toBe('running');
  });
});
