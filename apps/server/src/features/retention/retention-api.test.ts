import type { AuditEvent, Build, RetentionPreview, RetentionState } from '@millrace/contract/api';
import { retentionNames } from '@millrace/contract/retention';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { makeBuild } from '../../../testing/make-build.ts';
import { setStatus } from '../../../testing/set-status.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { uploadArtifact } from '../../../testing/upload-artifact.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';

const repoPath = '/api/repos/ada/project';
const path = `${repoPath}/retention`;
const pipeline = `kind: pipeline
type: exec
name: first
steps:
  - { name: greet, commands: [echo hello] }
`;
const day = 86_400;

let nowSec: number;
let server: TestServer;
let ada: { token: string };
let root: { token: string };
let repoId: number;

beforeEach(async () => {
  nowSec = 1_700_000_000;
  const now = { nowSec: () => nowSec, nowMs: () => nowSec * 1000 };
  const env = { MILLRACE_LOG_DAYS: '30', MILLRACE_ARTIFACT_DAYS: '90' };
  server = await startTestServer({ clock: { ...now, wait: async () => undefined }, env });
  ada = await server.addUser('ada');
  root = await server.addUser('root', { admin: true });
  ({ id: repoId } = await pushSampleRepo(server, 'ada', 'project', pipeline));
});
afterEach(() => server.stop());

type Method = 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
async function call<Result>(method: Method, url: string, user = ada, payload?: object) {
  const headers = bearer(user);
  const answer = await server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  const body = (answer.body ? answer.json() : undefined) as Result;
  return { status: answer.statusCode, body };
}
const set = (limits: object, user = ada) => call<RetentionState>('PUT', path, user, limits);
const preview = async (query: string) =>
  (await call<RetentionPreview>('GET', `${path}/preview?${query}`)).body;
const listNumbers = async () =>
  (await call<Build[]>('GET', `${repoPath}/builds`)).body.map(({ number }) => number);
const readBuild = async (number: number) =>
  (await call<Build>('GET', `${repoPath}/builds/${number}`)).body;
const applyRetention = () => server.runJob('applyRetention');

/** Runs the pushed build with a log, an artifact and test results, and adds a newer build. */
async function finishFirst() {
  const api = runnerApiOf(server);
  const { step, stage } = await startNextStage(api);
  const lines = Array.from({ length: 40 }, (_, pos) => ({ pos, out: `line ${pos}\n`, time: 0 }));
  await api.appendLogs({ params: { step: step.id }, body: lines });
  await uploadArtifact(api, step.id, 'dist/app', 'binary');
  const report =
    '<testsuite name="a"><testcase name="b"><failure>no</failure></testcase></testsuite>';
  const file = {
    size: report.length,
    async *read() {
      yield Buffer.from(report);
    },
  };
  await api.sendFile({
    params: { step: step.id },
    query: { kind: 'junit', path: 'junit.xml' },
    file,
  });
  const done = { status: 'success', stopped: nowSec } as const;
  await api.updateStep({ params: { step: step.id }, body: { ...step, ...done } });
  await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...done } });
  await makeBuild(server.core, repoId);
  return step.id;
}

const countRows = async (table: Parameters<typeof server.core.db.selectFrom>[0]) =>
  (await server.core.db.selectFrom(table).selectAll().execute()).length;

describe('the limits of a repository', () => {
  it('are those of the server at first', async () => {
    const { body } = await call<RetentionState>('GET', path);
    expect(body.own).toEqual(Object.fromEntries(retentionNames.map((name) => [name, null])));
    expect(body.limits).toEqual(body.server);
    expect(body.limits).toMatchObject({ build_days: 0, log_days: 30, artifact_days: 90 });
    expect(body.deployments).toBe(5);
  });

  it('are set within those of the server, and reset', async () => {
    const { body } = await set({ log_days: 10, artifact_days: 20, build_count: 100 });
    expect(body.limits).toMatchObject({ log_days: 10, artifact_days: 20, build_count: 100 });
    const { body: limits } = await call('GET', `${repoPath}/artifact-limits`);
    expect(limits).toMatchObject({ own: { days: 20 }, limits: { days: 20 } });
    expect((await set({})).body.limits).toEqual(body.server);
  });

  it.each([
    [
      { log_days: 31 },
      'The age of logs in days is limited to 30 on this server. Ask a system administrator for more',
    ],
    [
      { artifact_days: 0 },
      'The age of artifacts in days is limited to 90 on this server. Ask a system administrator for more',
    ],
    [{ build_days: 1.5 }, 'A retention limit is a whole number'],
    [{ build_days: -1 }, 'A retention limit is at least 0, which means no limit'],
    [{ build_days: 36_501 }, 'This retention limit is at most 36500; 0 means no limit'],
  ])('reject %j', async (limits, message) => {
    const answer = await set(limits);
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message) },
    });
  });

  it('exceed those of the server if a system admin sets them', async () => {
    const { body } = await set({ log_days: 365, artifact_days: 0 }, root);
    expect(body.limits).toMatchObject({ log_days: 365, artifact_days: 0 });
    // An admin of the repository may keep or lower them.
    expect((await set({ log_days: 365, artifact_days: 100 })).body.limits).toMatchObject({
      log_days: 365,
      artifact_days: 100,
    });
    expect((await set({ log_days: 366 })).status).toBe(400);
    await call('PUT', `${repoPath}/artifact-limits`, ada, { days: 0 });
    expect((await call<RetentionState>('GET', path)).body.limits.artifact_days).toBe(90);
  });

  it('change one by one with PATCH', async () => {
    await set({ log_days: 10, build_count: 5, artifact_days: 20 });
    const { body } = await call<RetentionState>('PATCH', path, ada, {
      log_days: null,
      test_count: 3,
    });
    expect(body.own).toMatchObject({
      log_days: null,
      build_count: 5,
      artifact_days: 20,
      test_count: 3,
    });
  });

  it('are only for admins of the repository', async () => {
    const eve = await server.addUser('eve');
    await call('POST', `${repoPath}/collaborators/eve`, ada, { role: 'write' });
    for (const [method, url] of [
      ['GET', path],
      ['PUT', path],
      ['PATCH', path],
      ['GET', `${path}/preview`],
      ['GET', '/api/retention/preview'],
    ] as const) {
      expect([403, 404]).toContain(
        (await call(method, url, eve, method.startsWith('P') ? {} : undefined)).status,
      );
    }
  });
});

describe('a preview', () => {
  it('counts what would be deleted, and deletes nothing', async () => {
    await finishFirst();
    expect((await preview('build_count=2')).build).toEqual({ builds: 0, bytes: 0 });
    await makeBuild(server.core, repoId);
    nowSec += 2 * day;
    const deleted = await preview('build_count=1&log_days=1');
    expect(deleted).toMatchObject({
      build: { builds: 2 },
      log: { builds: 1 },
      test: { builds: 1 },
    });
    expect(deleted.artifact).toEqual({ builds: 1, bytes: 6 });
    expect(deleted.log.bytes).toBeGreaterThan(50);
    expect(deleted.build.bytes).toBe(deleted.log.bytes + deleted.test.bytes + 6);
    expect(await listNumbers()).toEqual([3, 2, 1]);
  });

  it('of the server lists the repositories that lose data', async () => {
    await finishFirst();
    const read = async () =>
      (await call<{ repo: string }[]>('GET', '/api/retention/preview', root)).body;
    expect(await read()).toEqual([]);
    nowSec += 31 * day;
    await makeBuild(server.core, repoId);
    expect(await read()).toEqual([
      {
        repo: 'ada/project',
        deleted: expect.objectContaining({ log: { builds: 1, bytes: expect.any(Number) } }),
      },
    ]);
  });

  it('rejects a limit that may not be set', async () => {
    expect((await call('GET', `${path}/preview?log_days=31`)).status).toBe(400);
    expect((await call('GET', `${path}/preview?log_days=x`)).status).toBe(400);
  });
});

describe('retention', () => {
  it('deletes logs, artifacts and test results, and shows that in the build', async () => {
    const stepId = await finishFirst();
    await set({ log_days: 5, artifact_days: 5, test_days: 5 });
    await applyRetention();
    expect(await readBuild(1)).not.toHaveProperty('expired');
    nowSec += 6 * day;
    await applyRetention();
    const build = await readBuild(1);
    expect(build).toMatchObject({ status: 'success', expired: ['log', 'artifact', 'test'] });
    expect(build).not.toHaveProperty('artifacts');
    expect(build).not.toHaveProperty('tests');
    expect((await call('GET', `${repoPath}/builds/1/logs/1/1`)).status).toBe(404);
    expect(
      await server.core.db
        .selectFrom('log_blocks')
        .where('step_id', '=', stepId)
        .selectAll()
        .execute(),
    ).toEqual([]);
    for (const table of ['test_blocks', 'test_failures', 'test_results', 'test_reports'] as const) {
      expect(await countRows(table)).toBe(0);
    }
    const { version } = build;
    await applyRetention();
    expect((await readBuild(1)).version).toBe(version);
  });

  it('deletes builds with everything that belongs to them, and never reuses a number', async () => {
    await finishFirst();
    await makeBuild(server.core, repoId);
    await set({ build_count: 1 });
    await applyRetention();
    expect(await listNumbers()).toEqual([3]);
    for (const table of [
      'steps',
      'stages',
      'log_blocks',
      'test_blocks',
      'test_failures',
    ] as const) {
      expect(await countRows(table)).toBe(0);
    }
    expect((await makeBuild(server.core, repoId)).number).toBe(4);
    const { body: events } = await call<AuditEvent[]>(
      'GET',
      '/api/audit?action=retention.delete',
      root,
    );
    expect(events).toMatchObject([
      {
        actor: '',
        credential: 'server',
        repo: 'ada/project',
        details: { builds: 2, logs: 1, artifacts: 1, tests: 1 },
      },
    ]);
  });

  it('retains pinned builds, also when old builds are deleted by hand', async () => {
    await setStatus(server, 'builds', (await readBuild(1)).id, 'failure');
    const pinned = await call<Build>('POST', `${repoPath}/builds/1/pin`);
    expect(pinned.body).toMatchObject({ number: 1, pinned: true });
    await makeBuild(server.core, repoId);
    await makeBuild(server.core, repoId);
    await set({ build_count: 1 });
    await applyRetention();
    expect(await listNumbers()).toEqual([3, 1]);
    await call('DELETE', `${repoPath}/builds?before=3`);
    expect(await listNumbers()).toEqual([3, 1]);
    const unpinned = await call<Build>('DELETE', `${repoPath}/builds/1/pin`);
    expect(unpinned.body).not.toHaveProperty('pinned');
    await applyRetention();
    expect(await listNumbers()).toEqual([3]);
  });

  it('continues after it was stopped', async () => {
    await setStatus(server, 'builds', (await readBuild(1)).id, 'failure');
    for (let at = 0; at < 450; at++) await makeBuild(server.core, repoId);
    await set({ build_count: 2 });
    const job = server.features.jobs.get('applyRetention');
    if (!(job instanceof RepeatedJob)) throw new Error('No job');
    const stopped = new AbortController();
    const { changeBuild } = server.core;
    const deletion = changeBuild.delete.bind(changeBuild);
    changeBuild.delete = async (ids) => {
      stopped.abort();
      return await deletion(ids);
    };
    await job.runOnce(stopped.signal);
    const remaining = await countRows('builds');
    expect(remaining).toBeGreaterThan(2);
    expect(remaining).toBeLessThan(451);
    changeBuild.delete = deletion;
    await applyRetention();
    expect(await listNumbers()).toEqual([451, 450]);
  });

  it('deletes a large log in parts', async () => {
    const stepId = await finishFirst();
    const blocks = Array.from({ length: 60 }, (_, at) => ({
      step_id: stepId,
      first_pos: 100 + at,
      last_pos: 100 + at,
      bytes: 20_000,
      lines: new Uint8Array(20_000),
    }));
    await server.core.db.insertInto('log_blocks').values(blocks).execute();
    nowSec += 31 * day;
    await applyRetention();
    expect(await countRows('log_blocks')).toBe(0);
    expect(await readBuild(1)).toMatchObject({ expired: ['log'] });
  });
});
