import { readFileSync } from 'node:fs';
import { openStream } from '@millrace/test-support/stream-reader';
import { expect, it, vi } from 'vitest';
import { listDashboardQueries } from '../../../testing/dashboard-queries.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo, startTestServer } from '../../../testing/test-server.ts';
import { readLastBackup, recordBackup } from '../../cluster/last-backup.ts';

const server = await serverOfFile();
const root = await server.addUser('root', { admin: true });
const ada = await server.addUser('ada');
await pushSampleRepo(server, 'ada', 'hello');

const ask = (headers: Record<string, string>) => server.app.inject({ url: '/metrics', headers });

/** Reads `name{labels}` with values, without metrics of the process. */
async function readValues(pattern = /^(drone|millrace)_/): Promise<Record<string, number>> {
  const { body } = await ask(bearer(root));
  const lines = body.split('\n').filter((line) => pattern.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value] = line.split(' ');
      return [name, Number(value)];
    }),
  );
}

it('reports waiting stages, running work and viewers', async () => {
  const waiting = (reason: string) => `millrace_waiting_stages{reason="${reason}"}`;
  const load = await readValues();
  const histograms = /^millrace_\w+_(bucket|sum|count|total)(\{|$)/;
  const gauges = Object.entries(load).filter(([name]) => !histograms.test(name));
  const longestWait = 'millrace_queue_oldest_seconds{type="exec",platform="linux/amd64",labels=""}';
  expect(load[longestWait]).toBeGreaterThanOrEqual(0);
  expect(load[longestWait]).toBeLessThan(60);
  expect(Object.fromEntries(gauges)).toEqual({
    drone_build_count: 1,
    drone_pending_builds: 1,
    drone_running_builds: 0,
    millrace_blocked_builds: 0,
    drone_pending_jobs: 1,
    drone_running_jobs: 0,
    drone_repo_count: 1,
    drone_user_count: 2,
    [waiting('approval')]: 0,
    [waiting('dependencies')]: 1,
    [waiting('paused')]: 0,
    [waiting('runners_paused')]: 0,
    [waiting('runners_protected')]: 0,
    [waiting('limit')]: 0,
    [waiting('throttle')]: 0,
    [waiting('owner_limit')]: 0,
    [waiting('no_runner')]: 1,
    [waiting('busy')]: 0,
    millrace_runners: 0,
    millrace_runner_free_slots: 0,
    millrace_disk_free_bytes: expect.any(Number),
    millrace_disk_total_bytes: expect.any(Number),
    millrace_disk_reserve_bytes: server.core.config.diskReserveBytes,
    millrace_object_store_up: 1,
    millrace_backup_time_seconds: 0,
    'millrace_streams{kind="builds"}': 0,
    'millrace_streams{kind="logs"}': 0,
    'millrace_queue_length{type="exec",platform="linux/amd64",labels=""}': 1,
    [longestWait]: load[longestWait],
  });
  const stream = await openStream(`${server.url}/api/stream`, bearer(ada));
  await startNextStage(runnerApiOf(server));
  await stream.take(1);
  expect(await readValues()).toMatchObject({
    drone_pending_builds: 0,
    drone_running_builds: 1,
    drone_pending_jobs: 0,
    drone_running_jobs: 1,
    [waiting('dependencies')]: 1,
    [waiting('no_runner')]: 0,
    millrace_runners: 1,
    'millrace_streams{kind="builds"}': 1,
  });
});

it('counts and times what was done', async () => {
  const { id } = await pushSampleRepo(server, 'ada', 'counted');
  expect(id).toBeGreaterThan(0);
  const before = await readValues();
  const runner = runnerApiOf(server);
  const { stage, step } = await startNextStage(runner);
  const lines = [{ pos: 0, out: 'a line', time: 0 }];
  await runner.appendLogs({ params: { step: step.id }, body: lines });
  await runner.appendLogs({ params: { step: step.id }, body: lines });
  await runner.updateStep({ params: { step: step.id }, body: { ...step, status: 'failure' } });
  await runner.updateStage({ params: { stage: stage.id }, body: { ...stage, status: 'failure' } });
  await server.app.inject({ url: '/api/user/repos', headers: bearer(ada) });
  const after = await readValues();
  const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  expect(grown('millrace_stages_finished_total{type="exec",status="failure"}')).toBe(1);
  expect(grown('millrace_builds_finished_total{event="push",status="failure"}')).toBe(1);
  expect(grown('millrace_stage_wait_seconds_count{type="exec",labels=""}')).toBe(1);
  expect(grown('millrace_build_duration_seconds_count{status="failure"}')).toBe(1);
  expect(grown('millrace_log_lines_total')).toBe(1);
  expect(grown('millrace_log_bytes_total')).toBeGreaterThan(6);
  const request = 'method="GET",route="/api/user/repos",status="200"';
  expect(grown(`millrace_http_requests_total{${request}}`)).toBe(1);
  expect(grown('millrace_http_request_duration_seconds_count{route="/api/user/repos"}')).toBe(1);
  expect(grown('millrace_database_query_duration_seconds_count{kind="select"}')).toBeGreaterThan(1);
  expect(grown('millrace_event_delivery_seconds_count{topic="buildChanged"}')).toBeGreaterThan(1);
});

it('reports metrics of the process in the format of Prometheus', async () => {
  const answer = await ask(bearer(root));
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(answer.body).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
  expect(answer.body).toMatch(/^# HELP drone_build_count All builds, including finished ones$/m);
});

it('contains all metrics of the alert rules and of the dashboard', async () => {
  const rules = readFileSync(new URL('../../../../../deploy/alerts.yml', import.meta.url), 'utf8');
  const queries = listDashboardQueries().map(({ query }) => query);
  const all = [rules, ...queries].join('\n').replaceAll(/_bucket(?=[{[])/g, '');
  const names = all.matchAll(/\b(?:drone|millrace|nodejs|process)_\w+/g);
  const wanted = new Set([...names].map(([name]) => name));
  const { body } = await ask(bearer(root));
  expect(wanted.size).toBeGreaterThan(20);
  expect([...wanted].filter((name) => !body.includes(`\n# TYPE ${name} `))).toEqual([]);
});

it('requires an admin or a machine user', async () => {
  const bot = await server.addUser('bot');
  const gone = await server.addUser('gone', { admin: true });
  await server.core.userStore.update(bot.id, { machine: true });
  await server.core.userStore.update(gone.id, { active: false });
  const callers = { guest: {}, ada: bearer(ada), gone: bearer(gone), bot: bearer(bot) };
  const answers = Object.entries(callers).map(async ([who, headers]) => {
    const { statusCode } = await ask(headers);
    return [who, statusCode];
  });
  expect(Object.fromEntries(await Promise.all(answers))).toEqual({
    guest: 401,
    ada: 403,
    gone: 403,
    bot: 200,
  });
});

it('requires no account if the server is configured so', async () => {
  const open = await startTestServer({ env: { MILLRACE_METRICS: 'everyone' } });
  try {
    const answer = await fetch(`${open.url}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('\ndrone_user_count 0\n'),
    ]);
  } finally {
    await open.stop();
  }
});

it('reports the disk, an unavailable store of objects, and the last backup', async () => {
  const before = await readValues(/^millrace_(disk|object|backup)_/);
  expect(before.millrace_disk_free_bytes).toBeGreaterThan(0);
  expect(before.millrace_disk_total_bytes).toBeGreaterThan(before.millrace_disk_free_bytes ?? 0);
  const { artifactStore, db, dirs, config } = server.core;
  vi.spyOn(artifactStore, 'get').mockRejectedValue(new Error('The store is away'));
  if (!config.database.url) {
    const nowSec = 1_700_000_000;
    await recordBackup({ url: undefined, file: dirs.database }, nowSec - 1);
    await recordBackup({ url: undefined, file: dirs.database }, nowSec);
    expect(await readLastBackup(db)).toBe(nowSec);
  }
  expect(await readValues(/^millrace_object_/)).toEqual({ millrace_object_store_up: 0 });
});
