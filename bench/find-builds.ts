// Cost of filtering builds, in milliseconds of a call: 100,000 builds of one repository, then of 2,000, on
// SQLite and on Postgres, filtered and counted, compared with the unfiltered list.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildWords } from '@millrace/contract/build-words';
import { copyDatabase } from '../apps/server/src/db/copy-database.ts';
import { openDatabase } from '../apps/server/src/db/database.ts';
import { query, startPostgres } from '../apps/server/testing/postgres.ts';
import { fillDatabase } from './support/fill-database.ts';
import { ServerProcess } from './support/server-process.ts';
import { print } from './support/statistics.ts';

const calls = 60;
const builds = 100_000;
const repo = '/api/repos/bench/repo-0/builds';
const feed = '/api/user/builds/feed';
const rare = 'status=blocked&author=author-1';
const filters = [
  '',
  'status=failure',
  'branch=branch-7',
  'status=failure&branch=branch-7&event=push',
  rare,
  'q=change',
  'q=reason+change+7',
  'q=c0ffee',
  'q=nothing',
  'status=failure&q=change',
  'after=2026-01-01&before=2026-01-02',
];

const checkout = new URL('..', import.meta.url).pathname;
const key = { MILLRACE_SECRET_KEY: 'the key of both' };
const postgres = await startPostgres({ fsync: 'on' });
if (!postgres)
  throw new Error('Postgres is not installed in tools/postgres. Run npm test, which installs it.');
try {
  await query(postgres.urlOf('postgres'), 'create database one');
  await query(postgres.urlOf('postgres'), 'create database many');
  await measure(1, repo, postgres.urlOf('one'));
  await measure(2000, feed, postgres.urlOf('many'));
} finally {
  await postgres.remove();
}

async function measure(repos: number, path: string, url: string): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-find-'));
  try {
    const token = await fill(dir, repos, url);
    for (const [database, env] of [
      ['SQLite', key],
      ['Postgres', { ...key, MILLRACE_DATABASE_URL: url, MILLRACE_REPOSITORIES: join(dir, 'pg') }],
    ] as const) {
      const server = new ServerProcess(checkout, dir, env);
      await server.start();
      print(`${builds} builds of ${repos} repositories, ${database}: list, counts (p50/p95 ms)`);
      for (const filter of filters) {
        const list = await time(`${server.url}${path}?${filter}`, token);
        const counts = await time(`${server.url}${path}/counts?${filter}`, token);
        print(`  ${filter || 'all'}: ${list}, ${counts}`);
      }
      await server.stop();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function time(url: string, token: string): Promise<string> {
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const startedAt = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
    times.push(performance.now() - startedAt);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  return `${at(0.5)}/${at(0.95)}`;
}

function addWords(db: DatabaseSync): void {
  const insert = db.prepare('insert into build_words (repo_id, word, build_id) values (?, ?, ?)');
  const rows = db.prepare('select id, repo_id, "after", title, message from builds').all();
  db.exec('begin');
  for (const { id = 0, repo_id = 0, after, title, message } of rows) {
    const texts = { after: String(after), title: String(title), message: String(message) };
    for (const word of buildWords(texts)) insert.run(repo_id, word, id);
  }
  db.exec('commit');
}

/** Creates the rows; resolves with the token of an account that may read everything. */
async function fill(dir: string, repos: number, url: string): Promise<string> {
  const file = join(dir, 'millrace.db');
  const first = new ServerProcess(checkout, dir, key);
  await first.start();
  const { id, token } = await first.readAdmin();
  await first.stop();
  const buildsPerRepo = builds / repos;
  fillDatabase(file, id, { repos, buildsPerRepo, stagesPerBuild: 1, stepsPerStage: 1 });
  const db = new DatabaseSync(file);
  db.exec(`update builds set
    target = 'branch-' || (id * 7919 % 1000), author_login = 'author-' || (id * 31 % 60),
    event = case id % 7 when 0 then 'pull_request' when 1 then 'cron' when 2 then 'promote' else 'push' end,
    deploy_to = case id % 7 when 2 then 'stage-' || (id % 5) else '' end,
    cron = case id % 7 when 1 then 'nightly' else '' end,
    created = ${Date.UTC(2026, 0, 1) / 1000} + id * 60`);
  addWords(db);
  db.exec('analyze');
  db.close();
  const source = await openDatabase(file);
  const target = await openDatabase(url, { isCopy: true });
  await copyDatabase(source, target, () => {});
  await Promise.all([source.destroy(), target.destroy()]);
  await query(url, 'vacuum analyze');
  return token;
}
