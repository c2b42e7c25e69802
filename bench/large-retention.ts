// Retention of a repository with 200,000 builds, 600,000 steps with logs and 125,000 artifacts, on SQLite and Postgres:
// the preview of deleting nearly all of them, in pages, and the deletion itself, while a reader asks for a page of builds.
// `npm run bench -- large-retention postgres 20000` chooses a database and a number of builds.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { RepeatedJob } from '../apps/server/src/jobs/repeated-job.ts';
import { query, startPostgres } from '../apps/server/testing/postgres.ts';
import { bearer, startTestServer, type TestServer } from '../apps/server/testing/test-server.ts';
import { addDataOfBuilds, type DataDialect } from './support/data-of-builds.ts';
import { fillLargeDatabase } from './support/large-database.ts';
import { print, quantile } from './support/statistics.ts';

const wanted = process.argv[2];
const builds = Number(process.argv[3] ?? 200_000);
const artifacts = (builds * 5) / 8;
const amounts = { repos: 2, builds, ofFirst: builds, stagesPerBuild: 1, stepsPerStage: 3 };
/** Duration for which deletions are measured. */
const seconds = 20;
const readEveryMs = 20;
const path = '/api/repos/bench/repo-0';

if (wanted !== 'postgres') await measureSqlite();
if (wanted !== 'sqlite') await measurePostgres();

async function measureSqlite(): Promise<void> {
  await withServer({}, async (server) => {
    const db = new DatabaseSync(server.database, { timeout: 60_000 });
    db.exec('pragma synchronous = off; begin');
    await fill({
      exec: (sql) => db.exec(sql),
      numbers: (count) =>
        `recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`,
      hex40: (expression) => `printf('%040x', ${expression})`,
      bytes: (count) => `randomblob(${count})`,
    });
    db.exec('commit; pragma wal_checkpoint(truncate)');
    db.close();
    await measure('SQLite', server);
  });
}

async function measurePostgres(): Promise<void> {
  const postgres = await startPostgres({ shared_buffers: '1GB', max_wal_size: '8GB', fsync: 'on' });
  if (!postgres)
    throw new Error(
      'Postgres is not installed in tools/postgres. Run npm test, which installs it.',
    );
  try {
    const database = postgres.urlOf('postgres');
    await withServer({ database }, async (server) => {
      await fill({
        exec: async (sql) => {
          await query(database, sql);
        },
        numbers: (count) => `n as (select i from generate_series(0, ${count - 1}) i)`,
        hex40: (expression) => `lpad(to_hex(${expression}), 40, '0')`,
        bytes: (count) => `decode(repeat('5a', ${count}), 'hex')`,
      });
      await query(database, 'vacuum analyze');
      await measure('Postgres', server);
    });
  } finally {
    await postgres.remove();
  }
}

/** Starts a server with the two accounts that may read the filled repositories. */
async function withServer(
  options: { database?: string },
  use: (server: TestServer) => Promise<void>,
): Promise<void> {
  const server = await startTestServer({ ...options, jobs: [] });
  try {
    for (const login of ['all', 'few', 'forty']) await server.addUser(login, { admin: true });
    await use(server);
  } finally {
    await server.stop();
  }
}

async function fill(db: DataDialect): Promise<void> {
  await fillLargeDatabase(db, amounts);
  await addDataOfBuilds(db, { builds, artifacts });
}

async function measure(name: string, server: TestServer): Promise<void> {
  const user = await server.core.userStore.findByLogin('all');
  if (!user) throw new Error('No account');
  const reader = { token: server.core.users.readToken(user) };
  await measurePreview(name, server, reader);
  await measureDeletion(name, server, reader);
}

async function measurePreview(name: string, server: TestServer, user: { token: string }) {
  const took: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const sums = { builds: 0, bytes: 0 };
  const cpu = process.cpuUsage();
  for (let next = 'build_count=100&artifact_days=1'; next; ) {
    const startedAt = performance.now();
    const answer = await server.app.inject({
      method: 'GET',
      url: `${path}/retention/preview?${next}`,
      headers: bearer(user),
    });
    took.push(performance.now() - startedAt);
    const { build } = answer.json();
    sums.builds += build.builds;
    sums.bytes += build.bytes;
    next = /<\?([^>]*)>/.exec(String(answer.headers.link ?? ''))?.[1] ?? '';
  }
  delay.disable();
  const { user: userUs, system } = process.cpuUsage(cpu);
  print(
    `${name} preview: ${took.length} pages, longest ${Math.max(...took).toFixed(0)} ms, all ${took.reduce((a, b) => a + b).toFixed(0)} ms, ` +
      `${((userUs + system) / 1e6).toFixed(1)} s of processor time, event-loop delay ${(delay.max / 1e6).toFixed(0)} ms; ` +
      `${sums.builds} builds, ${(sums.bytes / 1e6).toFixed(0)} MB`,
  );
}

async function measureDeletion(name: string, server: TestServer, user: { token: string }) {
  const { db } = server.core;
  await server.app.inject({
    method: 'PUT',
    url: `${path}/retention`,
    headers: bearer(user),
    payload: { build_count: 100 },
  });
  const job = server.features.jobs.get('applyRetention');
  if (!(job instanceof RepeatedJob)) throw new Error('No retention');
  const count = async () =>
    Number(
      (
        await db
          .selectFrom('builds')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  const stop = new AbortController();
  const before = await count();
  const cpu = process.cpuUsage();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  const done = job.runOnce(stop.signal).then(() => stop.abort());
  const took: number[] = [];
  while (!stop.signal.aborted && performance.now() - startedAt < seconds * 1000) {
    const askedAt = performance.now();
    await server.app.inject({ method: 'GET', url: `${path}/builds`, headers: bearer(user) });
    took.push(performance.now() - askedAt);
    await sleep(readEveryMs);
  }
  stop.abort();
  await done;
  const tookSec = (performance.now() - startedAt) / 1000;
  const deleted = before - (await count());
  const { user: userUs, system } = process.cpuUsage(cpu);
  print(
    `${name} deletion: ${(deleted / tookSec).toFixed(0)} builds/s, ${((userUs + system) / 1000 / deleted).toFixed(2)} ms of processor time each; ` +
      `page of builds meanwhile p50 ${quantile(took, 0.5).toFixed(0)} ms, p99 ${quantile(took, 0.99).toFixed(0)} ms; event-loop delay p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms`,
  );
}
