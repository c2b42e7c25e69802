// Size of a year of a busy company in Postgres, and queries that get slower with it. Creates rows for
// 100,000, a million and ten million builds, and runs the queries of each screen at each size. Sizes of a
// year are calculated from the bytes of these rows. `npm run bench -- busy-year 1000000` stops at a million
// builds.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuildChangesStore } from '../apps/server/src/builds/build-changes-store.ts';
import { BuildStore } from '../apps/server/src/builds/build-store.ts';
import { LatestBuildStore } from '../apps/server/src/builds/latest-build-store.ts';
import { BuildReadModel } from '../apps/server/src/builds/read/build-read-model.ts';
import { StageStore } from '../apps/server/src/builds/stage-store.ts';
import { openDatabase } from '../apps/server/src/db/database.ts';
import { IncompleteBuilds } from '../apps/server/src/features/builds/read/incomplete-builds.ts';
import { SystemStatsReader } from '../apps/server/src/features/metrics/system-stats.ts';
import { RepoStore } from '../apps/server/src/repositories/repo-store.ts';
import { query, startPostgres } from '../apps/server/testing/postgres.ts';
import { median, print } from './support/statistics.ts';

const most = Number(process.argv[2] ?? 10_000_000);
const sizes = [100_000, 1_000_000, 10_000_000].filter((size) => size <= most);
const repos = 1000;
const stepsPerBuild = 10;
/** Number of builds with stages and steps, enough to measure their size. */
const whole = 100_000;
const times = 15;
const year = { builds: 2_000_000, steps: 20_000_000, logTb: 40 };
/** Text of a log block, in bytes; `log-storage` measures the compression. */
const blockBytes = 256 * 1024;
const frameBytes = 30;

const postgres = await startPostgres({ shared_buffers: '1GB', max_wal_size: '8GB' });
if (!postgres)
  throw new Error('Postgres is not installed in tools/postgres. Run npm test, which installs it.');
const dir = await mkdtemp(join(tmpdir(), 'millrace-year-'));
try {
  await query(postgres.urlOf('postgres'), 'create database millrace');
  await measure(postgres.urlOf('millrace'));
} finally {
  await postgres.remove();
  await rm(dir, { recursive: true, force: true });
}

async function measure(url: string): Promise<void> {
  const db = await openDatabase(url);
  const repo = () => 1 + Math.floor(Math.random() * repos);
  const page = { limit: 50, offset: 0 };
  const model = new BuildReadModel(db);
  const questions: [string, () => Promise<unknown>][] = [
    ['builds of a repository, page 1', () => model.list(repo(), page)],
    ['builds of a repository, page 100', () => model.list(repo(), { limit: 50, offset: 5000 })],
    ['builds of a branch', () => model.list(repo(), page, { chosen: { branch: 'main' } })],
    ['a build by its number', () => model.findByNumber(repo(), 7)],
    ['latest builds of 1,000 repositories', () => new BuildReadModel(db).findLatestTexts(ids)],
    ['recent builds of 1,000 repositories', () => new BuildStore(db).listRecent(ids, 25)],
    ['branches of a repository', () => new LatestBuildStore(db).list(repo(), 'branch')],
    ['the queue', () => new StageStore(db).listOpen()],
    ['all unfinished stages', () => new IncompleteBuilds(db).listStages()],
    ['repositories of an account', () => new RepoStore(db).listGranted(1)],
    ['changes that were missed', () => new BuildChangesStore(db).listAfter(0)],
    [
      'figures of the server',
      () => new SystemStatsReader(db, () => ({ builds: 0, logs: 0 })).read(),
    ],
  ];
  const ids = Array.from({ length: repos }, (_, at) => at + 1);
  await fillRepos(url);
  const found = new Map<string, string[]>(questions.map(([name]) => [name, []]));
  let filled = 0;
  for (const size of sizes) {
    await fillBuilds(url, filled, size);
    filled = size;
    for (const [name, ask] of questions) {
      const took: number[] = [];
      for (let time = 0; time < times; time++) {
        const startedAt = performance.now();
        await ask();
        took.push(performance.now() - startedAt);
      }
      found.get(name)?.push(`${median(took).toFixed(1)} ms`);
    }
  }
  print(
    `${times} runs of each query, medians at ${sizes.map((size) => size.toLocaleString('en')).join(', ')} builds`,
  );
  for (const [name, took] of found) print(`${name}: ${took.join(', ')}`);
  await weigh(url, filled);
  await db.destroy();
}

async function fillRepos(url: string): Promise<void> {
  await query(
    url,
    `insert into users (login, email, name, avatar, machine, admin, active, token_hash, token_sealed,
       syncing, synced, created, updated, last_login) values ('ada','','','',0,0,1,'x','x',0,0,0,0,0);
     insert into repos (uid, user_id, namespace, name, slug, forge, default_branch, visibility, active, config_path,
       trusted, protected, ignore_forks, ignore_pull_requests, auto_cancel_pull_requests, auto_cancel_pushes,
       auto_cancel_running, timeout, counter, synced, created, updated, version)
     select i::text, 1, 'org', 'repo-' || i, 'org/repo-' || i, 'builtin', 'main', 'private', 1, '.drone.yml',
       0, 0, 0, 0, 0, 0, 0, 60, 0, 0, 0, 0, 1 from generate_series(1, ${repos}) i;
     insert into repo_permissions select 1, i, 1, 1, 1 from generate_series(1, ${repos}) i`,
  );
}

/** Inserts finished builds, the same number for each repository; the first ones have stages and steps. */
async function fillBuilds(url: string, from: number, to: number): Promise<void> {
  const startedAt = performance.now();
  await query(
    url,
    `insert into builds (repo_id, trigger, number, parent, status, error, event, action, link, timestamp, title,
       message, before, after, ref, source_repo, source, target, author_login, author_name, author_email,
       author_avatar, sender, params, cron, deploy_to, debug, started, finished, created, updated, version, delivery)
     select 1 + i % ${repos}, '@hook', 1 + i / ${repos}, 0, case when i % 5 = 0 then 'failure' else 'success' end, '',
       'push', '', 'https://forge.example.com/org/repo/compare/' || md5(i::text), i, 'Change the way it is done',
       'Change the implementation, for a reason that is explained here in a line or two.',
       md5(i::text) || '01234567', md5((i + 1)::text) || '01234567', 'refs/heads/' || branch, '', branch, branch,
       'ada', 'Ada Lovelace', 'ada@example.com', 'https://forge.example.com/avatars/1', 'ada', '{}', '', '', 0, i,
       i + 300, i, i + 300, 5, md5((i + 2)::text)
     from (select i, case when i % 3 = 0 then 'main' else 'topic-' || i % 500 end as branch
       from generate_series(${from}, ${to - 1}) i) of_branch;
     insert into build_configs (build_id, text) select id, repeat('step: echo hello' || chr(10), 60)
       from builds where id > ${from} and id <= ${whole} and ${from} = 0;
     insert into stages (repo_id, build_id, number, name, kind, type, status, error, exit_code, machine, os, arch,
       started, stopped, created, updated, version, on_success, on_failure, depends_on)
       select repo_id, id, n, 'stage ' || n, 'pipeline', 'docker', status, '', 0, 'runner-1', 'linux', 'amd64',
       started, finished, created, updated, 4, 1, 0, '[]' from builds, generate_series(1, 3) n
       where id <= ${whole} and ${from} = 0;
     insert into steps (stage_id, number, name, status, error, errignore, exit_code, started, stopped, version,
       depends_on, image, detached, schema)
       select (i / 3.33)::int % ${3 * whole} + 1, i, 'step', 'success', '', 0, 0, 1, 2, 4, '[]',
       'docker.io/library/golang:1.24', 0, '' from generate_series(1, ${stepsPerBuild * whole}) i where ${from} = 0;
     insert into latest_builds select repo_id, 'branch', target, max(id) from builds where id > ${from}
       group by repo_id, target on conflict (repo_id, kind, name) do update set build_id = excluded.build_id;
     update repos set counter = ${to / repos};
     analyze`,
  );
  print(
    `${to.toLocaleString('en')} builds: filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
}

/** Prints the bytes of a row with its indexes, and of a year of rows. */
async function weigh(url: string, builds: number): Promise<void> {
  const rows: Record<string, number> = {
    builds,
    build_configs: whole,
    stages: 3 * whole,
    steps: stepsPerBuild * whole,
  };
  const ofYear: Record<string, number> = {
    builds: year.builds,
    build_configs: year.builds,
    stages: year.builds * 3,
    steps: year.steps,
  };
  let all = 0;
  for (const [table, count] of Object.entries(rows)) {
    const [sizes] = await query(
      url,
      `select pg_table_size('${table}') as own, pg_indexes_size('${table}') as indexes`,
    );
    const [own, indexes] = [Number(sizes?.own) / count, Number(sizes?.indexes) / count];
    const gb = ((own + indexes) * (ofYear[table] ?? 0)) / 1e9;
    all += gb;
    print(
      `${table}: ${own.toFixed(0)} bytes a row and ${indexes.toFixed(0)} of indexes; a year ${gb.toFixed(1)} GB`,
    );
  }
  const blocks = (year.logTb * 1e12) / blockBytes;
  print(
    `logs of ${year.logTb} TB in an object store: ${((blocks * frameBytes) / 1e9).toFixed(1)} GB of indexes in the database`,
  );
  print(`a year without logs: ${all.toFixed(1)} GB`);
}
