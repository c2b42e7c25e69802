import type { BuildTrend, TrendParts } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import type { Status } from '@millrace/contract/vocabulary';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { makeBuild } from '../../../testing/make-build.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { TrendReadModel } from './trend-read-model.ts';

const pipeline = `kind: pipeline
type: exec
name: test
steps: [{ name: greet, commands: [a] }]
`;
const at = (time: string) => Date.parse(time) / 1000;
/** A Sunday. */
const today = at('2026-11-29T20:00:00Z');
let now = today;

let server: TestServer;
let api: RunnerApi;
let ada: { id: number; token: string };
let bob: { token: string };
beforeAll(async () => {
  server = await startTestServer({ clock: { nowSec: () => now }, jobs: [] });
  api = runnerApiOf(server);
  ada = await server.addUser('ada');
  bob = await server.addUser('bob');
});
afterAll(() => server.stop());

async function get<Output>(path: string, person: { token: string } = ada) {
  const url = `/api/repos/ada/${path}`;
  const answer = await server.app.inject({ url, headers: bearer(person) });
  return { status: answer.statusCode, body: answer.json() as Output };
}

const trendOf = async (path: string) => (await get<BuildTrend>(path)).body;

describe('of stages and steps', () => {
  const run = async (slug: string, status: Status, seconds: number, isFirst: boolean) => {
    if (!isFirst) {
      const url = `/api/repos/ada/${slug}/builds`;
      await server.app.inject({ method: 'POST', url, headers: bearer(ada) });
    }
    const { stage, step } = await startNextStage(api);
    const started = now;
    now += seconds;
    const ended = { status, started, stopped: now };
    const steps = [
      await api.updateStep({
        params: { step: step.id },
        body: { ...step, ...ended, started: started + 2 },
      }),
    ];
    await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...ended, steps } });
  };

  it('measures them in successful builds', async () => {
    now = today;
    await pushSampleRepo(server, 'ada', 'parts', pipeline);
    for (const [index, [status, seconds]] of (
      [
        ['success', 12],
        ['failure', 500],
        ['success', 32],
        ['success', 22],
      ] as const
    ).entries()) {
      await run('parts', status, seconds, index === 0);
    }
    const lastOf = async (query: string) =>
      (await trendOf(`parts/trends?range=1w${query}`)).periods.at(-1);
    expect(await lastOf('')).toMatchObject({ success: 3, failed: 1 });
    expect(await lastOf('&stage=test')).toMatchObject({
      success: 3,
      failed: 1,
      duration: { p50: 22, p95: 32, count: 3 },
    });
    expect(await lastOf('&stage=test&step=greet')).toEqual({
      start: at('2026-11-29T00:00:00Z'),
      success: 3,
      failed: 1,
      duration: { p50: 20, p95: 30, count: 3 },
    });
    expect(await lastOf('&stage=other')).toMatchObject({ success: 0, failed: 0 });
    const { body } = await get<TrendParts>('parts/trends/parts?range=1w');
    expect(body).toEqual({
      builds: 3,
      parts: [
        { stage_name: 'test', p50: 22, p95: 32, count: 3 },
        { stage_name: 'test', step_name: 'greet', p50: 20, p95: 30, count: 3 },
      ],
    });
  });
});

describe('of finished builds', () => {
  let repoId: number;
  const add = (created: number, seconds: number, facts: Parameters<typeof makeBuild>[2] = {}) => {
    const started = created + 5;
    const times = { created, started, finished: started + seconds };
    return makeBuild(server.core, repoId, { ...times, ...facts });
  };

  beforeAll(async () => {
    repoId = (await pushSampleRepo(server, 'ada', 'mill')).id;
    await server.core.db.deleteFrom('builds').where('repo_id', '=', repoId).execute();
    const friday = at('2026-11-27T12:00:00Z');
    await add(friday, 60);
    await add(friday, 100);
    await add(friday + 60, 9000, { status: 'failure' });
    await add(friday + 60, 9000, { status: 'error', started: 0 });
    for (const status of ['killed', 'skipped', 'declined', 'running'] as const) {
      await add(friday + 60, 9000, { status });
    }
    await add(friday + 120, 9000, { bisection: 1 });
    await add(friday + 120, 9000, { attempt: 2 });
    await add(friday + 180, 30, { target: 'feature', event: 'pull_request' });
    // Saturday in Shanghai, Friday in UTC.
    await add(at('2026-11-27T17:00:00Z'), 10, { target: 'late' });
    await add(at('2026-11-01T00:00:00Z'), 20);
  });

  it('counts those with a result, and measures successful first attempts', async () => {
    const trend = await trendOf('mill/trends?range=1w&branch=main');
    expect(trend).toMatchObject({ unit: 'day', end: at('2026-11-30T00:00:00Z'), builds: 5 });
    expect(trend.periods).toHaveLength(7);
    expect(trend.periods[4]).toEqual({
      start: at('2026-11-27T00:00:00Z'),
      success: 3,
      failed: 2,
      duration: { p50: 60, p95: 100, count: 2 },
      queued: { p50: 5, p95: 5, count: 3 },
    });
    expect(trend.periods[5]).toEqual({ start: at('2026-11-28T00:00:00Z'), success: 0, failed: 0 });
    expect(trend.changes).toEqual([]);
  });

  it.each([
    ['range=1w', 7],
    ['', 7],
    ['range=12w', 8],
    ['range=1y', 8],
    ['range=12w&branch=feature', 1],
    ['range=12w&event=pull_request', 1],
    ['range=12w&event=pull_request&branch=main', 0],
    ['range=12w&branch=none', 0],
  ])('selects by %j', async (query, builds) => {
    expect(await trendOf(`mill/trends?${query}`)).toMatchObject({ builds });
  });

  it('uses the days of a time zone', async () => {
    const daysOf = async (zone: string) => {
      const { periods } = await trendOf(`mill/trends?range=1w&branch=late${zone}`);
      return periods.map(({ success }) => success);
    };
    expect(await daysOf('')).toEqual([0, 0, 0, 0, 1, 0, 0]);
    // It is Monday there already.
    expect(await daysOf('&zone=Asia/Shanghai')).toEqual([0, 0, 0, 0, 1, 0, 0]);
    expect(await daysOf('&zone=Pacific/Honolulu')).toEqual([0, 0, 0, 0, 1, 0, 0]);
    const { periods } = await trendOf('mill/trends?range=1w&branch=late&zone=Asia/Shanghai');
    expect(periods[4]?.start).toBe(at('2026-11-27T16:00:00Z'));
  });

  it.each([
    ['zone=Mars/Base', 'Invalid query: no time zone Mars/Base'],
    ['range=2w', 'Invalid query: range must be one of 1w, 4w, 12w, 1y'],
    ['event=fork', 'Invalid query: event must be one of'],
    ['branch=refs/heads/main', 'Invalid branch'],
  ])('refuses %s', async (query, message) => {
    for (const path of ['trends', 'trends/parts']) {
      const { status, body } = await get<{ message: string }>(`mill/${path}?${query}`);
      expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
    }
  });

  it('is for those who may read the repository', async () => {
    for (const path of ['trends', 'trends/parts']) {
      expect(await get(`mill/${path}`, bob)).toMatchObject({ status: 404 });
    }
  });

  it('marks the first build of a lasting change, with its commit', async () => {
    const { id } = await pushSampleRepo(server, 'ada', 'slower');
    repoId = id;
    const start = at('2026-11-20T00:00:00Z');
    for (let build = 0; build < 40; build++) {
      const after = build.toString(16).padStart(40, 'c');
      const seconds = (build < 20 ? 100 : 150) + (build % 5);
      await add(start + build * 3600, seconds, { title: `Change ${build}`, after });
    }
    const { changes } = await trendOf('slower/trends');
    expect(changes).toEqual([
      {
        // The first build is that of the push.
        build: 22,
        commit: '14'.padStart(40, 'c'),
        title: 'Change 20',
        created: start + 20 * 3600,
        before: 102,
        after: 152,
      },
    ]);
  });

  it('reads every nth build, and none before the newest ones', async () => {
    const { id } = await pushSampleRepo(server, 'ada', 'busy');
    repoId = id;
    for (let build = 0; build < 20; build++) await add(today - 100 + build, 50);
    const readModel = new TrendReadModel(server.core.db);
    const scope = { repoId, from: today - 86_400, to: today };
    expect(await readModel.count(scope, 21)).toEqual({ builds: 20 });
    expect(await readModel.count(scope, 8)).toEqual({ builds: 8, since: today - 100 + 12 });
    expect(await readModel.count({ ...scope, branch: 'other' }, 8)).toMatchObject({ builds: 0 });
    // The first build is that of the push.
    const numbers = (await readModel.listBuilds(scope, 6)).map(({ number }) => number);
    expect(numbers).toEqual([6, 12, 18]);
  });
});
