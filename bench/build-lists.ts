// Requests per second and latency of the build list and of one build, on a database with 100
// repositories of 1,000 builds of 10 steps. One process serves and asks, so figures are a lower bound.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openBenchServer } from './support/bench-server.ts';

const repoCount = 100;
const buildsPerRepo = 1000;
const stepsPerBuild = 10;
const requests = 3000;
const concurrency = 10;

const dir = join(tmpdir(), `millrace-bench-${randomUUID()}`);
const server = await openBenchServer(dir);
try {
  fill(join(dir, 'millrace.db'), server.adminId);
  process.stdout.write(
    `${repoCount} repositories, ${repoCount * buildsPerRepo} builds, ${repoCount * buildsPerRepo * stepsPerBuild} steps\n`,
  );
  const some = () => Math.floor(Math.random() * repoCount);
  await measure(
    'GET …/builds?page=1&per_page=50',
    () => `/bench/repo-${some()}/builds?page=1&per_page=50`,
  );
  await measure(
    'GET …/builds?page=20&per_page=50',
    () => `/bench/repo-${some()}/builds?page=20&per_page=50`,
  );
  await measure(
    'GET …/builds/{n}',
    () => `/bench/repo-${some()}/builds/${1 + Math.floor(Math.random() * buildsPerRepo)}`,
  );
} finally {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
}

async function measure(name: string, path: () => string): Promise<void> {
  const times: number[] = [];
  const started = performance.now();
  const worker = async () => {
    while (times.length < requests) {
      const before = performance.now();
      const answer = await fetch(`${server.url}/api/repos${path()}`, { headers: server.headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const perSecond = (times.length / (performance.now() - started)) * 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  process.stdout.write(
    `${name}: ${perSecond.toFixed(0)} requests/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`,
  );
}

function fill(file: string, userId: number): void {
  const db = new DatabaseSync(file, { timeout: 10_000 });
  const rows = (table: string, count: number, columns: Record<string, string>) =>
    db.exec(
      `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})
       insert into ${table} (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')} from n`,
    );
  const build = `(i % ${buildsPerRepo} + 1)`;
  const status = "case i % 5 when 0 then 'failure' else 'success' end";
  const times = { started: '1000 + i', created: '1000 + i', updated: '1000 + i', version: '1' };
  db.exec('begin');
  rows('repos', repoCount, {
    ...{ id: 'i + 1', uid: 'i', user_id: String(userId), namespace: "'bench'" },
    ...{ name: "'repo-' || i", slug: "'bench/repo-' || i", forge: "'builtin'" },
    ...{
      default_branch: "'main'",
      visibility: "'private'",
      active: '1',
      config_path: "'.drone.yml'",
    },
    ...{ trusted: '0', protected: '0', ignore_forks: '0', ignore_pull_requests: '0' },
    ...{ auto_cancel_pull_requests: '0', auto_cancel_pushes: '0', auto_cancel_running: '0' },
    ...{ timeout: '60', counter: String(buildsPerRepo), synced: '0' },
    ...{ created: '0', updated: '0', version: '1' },
  });
  rows('builds', repoCount * buildsPerRepo, {
    ...{ id: 'i + 1', repo_id: `i / ${buildsPerRepo} + 1`, '"trigger"': "'@hook'", number: build },
    ...{ parent: '0', status, error: "''", event: "'push'", action: "''", link: "''" },
    ...{ timestamp: '0', title: "'Change ' || i", message: "'Change ' || i || ' for a reason'" },
    ...{ '"before"': "''", '"after"': 'hex(randomblob(20))', ref: "'refs/heads/main'" },
    ...{ source_repo: "''", source: "'main'", target: "'main'", author_login: "'ada'" },
    ...{ author_name: "'Ada'", author_email: "'ada@example.com'", author_avatar: "''" },
    ...{ sender: "'ada'", params: "'{}'", cron: "''", deploy_to: "''", debug: '0' },
    ...{ ...times, finished: '1060 + i' },
  });
  rows('stages', repoCount * buildsPerRepo, {
    ...{ id: 'i + 1', repo_id: `i / ${buildsPerRepo} + 1`, build_id: 'i + 1', number: '1' },
    ...{ name: "'default'", kind: "'pipeline'", type: "'exec'", status, error: "''" },
    ...{ exit_code: '0', machine: "'one'", os: "'linux'", arch: "'amd64'" },
    ...{ ...times, stopped: '1060 + i', on_success: '1', on_failure: '0', depends_on: "'[]'" },
  });
  rows('steps', repoCount * buildsPerRepo * stepsPerBuild, {
    ...{ stage_id: `i / ${stepsPerBuild} + 1`, number: `i % ${stepsPerBuild} + 1` },
    ...{ name: `'step ' || (i % ${stepsPerBuild})`, status: "'success'", error: "''" },
    ...{ errignore: '0', exit_code: '0', started: '1000', stopped: '1010', version: '1' },
    ...{ depends_on: "'[]'", image: "''", detached: '0', schema: "''" },
  });
  db.exec('commit');
  db.exec('analyze');
  db.close();
}
