// Trends of a repository with 20,000 builds in 12 weeks, 60,000 stages and 240,000 steps, on SQLite and Postgres: processor
// time of the main thread for each call, its duration, and the event-loop delay.
// `npm run bench -- build-trends sqlite 100000` chooses a database and a number of builds.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { query, startPostgres } from '../apps/server/testing/postgres.ts';
import { bearer, startTestServer, type TestServer } from '../apps/server/testing/test-server.ts';
import { fillLargeDatabase } from './support/large-database.ts';
import { print, quantile } from './support/statistics.ts';

const wanted = process.argv[2];
const builds = Number(process.argv[3] ?? 20_000);
const calls = 30;
const amounts = {
  repos: 2,
  builds: builds + 100,
  ofFirst: builds,
  stagesPerBuild: 3,
  stepsPerStage: 4,
};
const days = 84;
const paths = [
  'trends?range=12w',
  'trends?range=1y',
  'trends?range=1w',
  'trends?range=12w&branch=main',
  'trends?range=12w&branch=branch-7&event=push',
  'trends?range=12w&stage=stage+1',
  'trends?range=12w&stage=stage+1&step=step+3',
  'trends/parts?range=12w',
  'trends/parts?range=12w&branch=branch-7&event=push',
];

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
    });
    db.exec('commit; pragma wal_checkpoint(truncate)');
    db.close();
    await measure('SQLite', server);
  });
}

async function measurePostgres(): Promise<void> {
  const postgres = await startPostgres({ shared_buffers: '1GB', max_wal_size: '8GB' });
  if (!postgres) {
    throw new Error(
      'Postgres is not installed in tools/postgres. Run npm test, which installs it.',
    );
  }
  try {
    const database = postgres.urlOf('postgres');
    await withServer({ database }, async (server) => {
      await fill({
        exec: async (sql) => {
          await query(database, sql);
        },
        numbers: (count) => `n as (select i from generate_series(0, ${count - 1}) i)`,
        hex40: (expression) => `lpad(to_hex(${expression}), 40, '0')`,
      });
      await query(database, 'vacuum analyze');
      await measure('Postgres', server);
    });
  } finally {
    await postgres.remove();
  }
}

/** Adds builds, the last of them now, of which the second half is slower. */
async function fill(db: Parameters<typeof fillLargeDatabase>[0]): Promise<void> {
  await fillLargeDatabase(db, amounts);
  const now = Math.floor(Date.now() / 1000);
  const gapSec = (days * 86_400) / builds;
  const median = `case when id < ${builds / 2} then 100 else 140 end`;
  await db.exec(
    `update builds set created = ${now} - cast((${builds} - id) * ${gapSec} as integer)`,
  );
  await db.exec(`update builds set started = created + id % 20,
    finished = created + id % 20 + ${median} + id * 7919 % 30`);
}

/** Starts a server with the accounts that may read the filled repositories. */
async function withServer(
  options: { database?: string },
  run: (server: TestServer) => Promise<void>,
): Promise<void> {
  const server = await startTestServer({ jobs: [], ...options });
  try {
    for (const login of ['all', 'few', 'forty']) await server.addUser(login, { admin: true });
    await run(server);
  } finally {
    await server.stop();
  }
}

async function measure(name: string, server: TestServer): Promise<void> {
  const user = await server.core.userStore.findByLogin('all');
  if (!user) throw new Error('No account');
  const ada = { token: server.core.users.readToken(user) };
  print(
    `${builds} builds, ${name}: main thread, duration (median, p95 ms), event-loop delay (max ms)`,
  );
  for (const path of paths) {
    const ofMain: number[] = [];
    const took: number[] = [];
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (let call = 0; call < calls; call++) {
      const startedAt = performance.now();
      const before = process.threadCpuUsage();
      const url = `/api/repos/bench/repo-0/${path}`;
      const { statusCode, body } = await server.app.inject({ url, headers: bearer(ada) });
      const { user, system } = process.threadCpuUsage(before);
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`);
      ofMain.push((user + system) / 1000);
      took.push(performance.now() - startedAt);
    }
    delay.disable();
    const both = [ofMain, took].map(
      (times) => `${quantile(times, 0.5).toFixed(0)}/${quantile(times, 0.95).toFixed(0)}`,
    );
    print(`  ${path}: ${both.join(', ')}, ${(delay.max / 1e6).toFixed(0)}`);
  }
}
