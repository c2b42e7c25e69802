// SQLite against Postgres: requests a second of the most used calls on 100,000 builds, and lines a second into
// the log store. Both have the same rows, copied with the code of `millrace db copy`; Postgres waits for its
// disk.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { copyDatabase } from '../apps/server/src/db/copy-database.ts';
import { type Database, openDatabase } from '../apps/server/src/db/database.ts';
import { LogStore } from '../apps/server/src/features/logs/log-store.ts';
import { query, startPostgres } from '../apps/server/testing/postgres.ts';
import { makeBuildLines } from './support/build-lines.ts';
import { fillDatabase } from './support/fill-database.ts';
import type { Load, LoadResult } from './support/load.ts';
import { ServerProcess } from './support/server-process.ts';
import { median, print } from './support/statistics.ts';

const runs = 3;
const amounts = { repos: 100, buildsPerRepo: 1000, stagesPerBuild: 1, stepsPerStage: 10 };
const logLines = 10_000;
const batchLines = 2000;
/** Time for the work after a start. */
const settleMs = 5000;
const calls: [string, (repo: number) => string][] = [
  ['builds of 25', (repo) => `repos/bench/repo-${repo}/builds?page=1&per_page=25`],
  ['page 4 of 50', (repo) => `repos/bench/repo-${repo}/builds?page=4&per_page=50`],
  ['page 20 of 50', (repo) => `repos/bench/repo-${repo}/builds?page=20&per_page=50`],
  ['a build', (repo) => `repos/bench/repo-${repo}/builds/${1 + ((repo * 37) % 1000)}`],
  ['repositories with their latest builds', () => 'user/repos?latest=true'],
  ['250 lines', () => 'repos/bench/repo-0/builds/1/logs/1/1?from=-250'],
  ['whole log', () => 'repos/bench/repo-0/builds/1/logs/1/1'],
];

const dir = await mkdtemp(join(tmpdir(), 'millrace-databases-'));
const checkout = new URL('..', import.meta.url).pathname;
const key = { MILLRACE_SECRET_KEY: 'the key of both' };
const postgres = await startPostgres({ fsync: 'on' });
if (!postgres)
  throw new Error('Postgres is not installed in tools/postgres. Run npm test, which installs it.');
try {
  await query(postgres.urlOf('postgres'), 'create database millrace');
  const url = postgres.urlOf('millrace');
  const token = await fill(url);
  await measureCalls(url, token);
  await measureLogs(url);
} finally {
  await postgres.remove();
  await rm(dir, { recursive: true, force: true });
}

/** Creates the rows; resolves with the token of an account that may read everything. */
async function fill(url: string): Promise<string> {
  const first = new ServerProcess(checkout, dir, key);
  await first.start();
  const { id, token } = await first.readAdmin();
  await first.stop();
  fillDatabase(join(dir, 'millrace.db'), id, amounts);
  const source = await openDatabase(join(dir, 'millrace.db'));
  await fillLog(source);
  const target = await openDatabase(url, { isCopy: true });
  const startedAt = performance.now();
  await copyDatabase(source, target, () => {});
  const rows = amounts.repos * amounts.buildsPerRepo * 12;
  const seconds = (performance.now() - startedAt) / 1000;
  print(`copied: ${Math.round(rows / seconds)} rows/s`);
  await Promise.all([source.destroy(), target.destroy()]);
  await query(url, 'analyze');
  return token;
}

async function measureCalls(url: string, token: string): Promise<void> {
  const rates = new Map<string, number[]>();
  for (let run = 0; run < runs; run++) {
    for (const [database, env] of [
      ['SQLite', key],
      ['Postgres', { ...key, MILLRACE_DATABASE_URL: url, MILLRACE_REPOSITORIES: join(dir, 'pg') }],
    ] as const) {
      const server = new ServerProcess(checkout, dir, env);
      await server.start();
      await delay(settleMs);
      for (const [name, path] of calls) {
        const paths = Array.from({ length: amounts.repos }, (_, at) => `/api/${path(at)}`);
        const headers = { authorization: `Bearer ${token}` };
        const { perSecond } = await load({
          url: server.url,
          paths,
          headers,
          concurrency: 8,
          seconds: 3,
        });
        const label = `${name}, ${database}`;
        rates.set(label, [...(rates.get(label) ?? []), perSecond]);
      }
      await server.stop();
    }
  }
  for (const [label, values] of rates) print(`${label}: ${median(values).toFixed(0)} requests/s`);
}

async function load(wanted: Load): Promise<LoadResult> {
  const child = fork(new URL('./support/load.ts', import.meta.url));
  child.send(wanted);
  const [result] = (await once(child, 'message')) as [LoadResult];
  return result;
}

async function measureLogs(url: string): Promise<void> {
  const rates = new Map<string, number[]>();
  for (let run = 0; run < runs; run++) {
    for (const [database, databaseUrl] of [
      ['SQLite', join(dir, 'millrace.db')],
      ['Postgres', url],
    ] as const) {
      const db = await openDatabase(databaseUrl);
      for (const size of [2000, 20]) {
        const label = `append in batches of ${size}, ${database}`;
        rates.set(label, [...(rates.get(label) ?? []), await append(db, run + 1, size)]);
      }
      await db.destroy();
    }
  }
  for (const [label, values] of rates) print(`${label}: ${median(values).toFixed(0)} lines/s`);
}

async function fillLog(db: Database): Promise<void> {
  const logs = new LogStore(db);
  for (let from = 0; from < logLines; from += batchLines)
    await logs.append(1, makeBuildLines(from, batchLines));
}

/** Appends log lines; resolves with the lines a second. */
async function append(db: Database, stepId: number, size: number): Promise<number> {
  const logs = new LogStore(db);
  await logs.delete(stepId, db);
  const count = size * 100;
  const startedAt = performance.now();
  for (let at = 0; at < count; at += size) await logs.append(stepId, makeBuildLines(at, size));
  return (count / (performance.now() - startedAt)) * 1000;
}
