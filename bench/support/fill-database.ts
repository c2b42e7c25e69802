import { DatabaseSync } from 'node:sqlite';

export interface Amounts {
  repos: number;
  buildsPerRepo: number;
  stagesPerBuild: number;
  stepsPerStage: number;
}

/**
 * Inserts finished builds into the database of a server: `bench/repo-0` and so on, which an account may
 * read.
 */
export function fillDatabase(file: string, userId: number, amounts: Amounts): void {
  const { repos, buildsPerRepo, stagesPerBuild, stepsPerStage } = amounts;
  const builds = repos * buildsPerRepo;
  const stages = builds * stagesPerBuild;
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
  rows('repos', repos, {
    id: 'i + 1',
    uid: 'i',
    user_id: String(userId),
    namespace: "'bench'",
    name: "'repo-' || i",
    slug: "'bench/repo-' || i",
    forge: "'builtin'",
    default_branch: "'main'",
    visibility: "'private'",
    active: '1',
    config_path: "'.drone.yml'",
    trusted: '0',
    protected: '0',
    ignore_forks: '0',
    ignore_pull_requests: '0',
    auto_cancel_pull_requests: '0',
    auto_cancel_pushes: '0',
    auto_cancel_running: '0',
    timeout: '60',
    counter: String(buildsPerRepo),
    synced: '0',
    created: '0',
    updated: '0',
    version: '1',
  });
  rows('repo_permissions', repos, {
    user_id: String(userId),
    repo_id: 'i + 1',
    '"read"': '1',
    '"write"': '1',
    admin: '1',
  });
  rows('builds', builds, {
    id: 'i + 1',
    repo_id: `i / ${buildsPerRepo} + 1`,
    '"trigger"': "'@hook'",
    number: build,
    parent: '0',
    status,
    error: "''",
    event: "'push'",
    action: "''",
    link: "''",
    timestamp: '0',
    title: "'Change ' || i",
    message: "'Change ' || i || ' for a reason'",
    '"before"': "''",
    '"after"': 'hex(randomblob(20))',
    ref: "'refs/heads/main'",
    source_repo: "''",
    source: "'main'",
    target: "'main'",
    author_login: "'ada'",
    author_name: "'Ada'",
    author_email: "'ada@example.com'",
    author_avatar: "''",
    sender: "'ada'",
    params: "'{}'",
    cron: "''",
    deploy_to: "''",
    debug: '0',
    ...times,
    finished: '1060 + i',
  });
  rows('stages', stages, {
    id: 'i + 1',
    repo_id: `i / ${buildsPerRepo * stagesPerBuild} + 1`,
    build_id: `i / ${stagesPerBuild} + 1`,
    number: `i % ${stagesPerBuild} + 1`,
    name: `'stage ' || (i % ${stagesPerBuild})`,
    kind: "'pipeline'",
    type: "'exec'",
    status,
    error: "''",
    exit_code: '0',
    machine: "'one'",
    os: "'linux'",
    arch: "'amd64'",
    ...times,
    stopped: '1060 + i',
    on_success: '1',
    on_failure: '0',
    depends_on: "'[]'",
  });
  rows('steps', stages * stepsPerStage, {
    stage_id: `i / ${stepsPerStage} + 1`,
    number: `i % ${stepsPerStage} + 1`,
    name: `'step ' || (i % ${stepsPerStage})`,
    status: "'success'",
    error: "''",
    errignore: '0',
    exit_code: '0',
    started: '1000',
    stopped: '1010',
    version: '1',
    depends_on: "'[]'",
    image: "''",
    detached: '0',
    schema: "''",
  });
  db.exec('commit');
  db.exec('analyze');
  db.close();
}
