/** SQL that differs between the two databases. */
export interface LargeDialect {
  exec(sql: string): Promise<void> | void;
  /** Returns a table `n` with a column `i` of the integers from 0 to `count` - 1. */
  numbers(count: number): string;
  hex40(expression: string): string;
}

export interface LargeAmounts {
  repos: number;
  builds: number;
  /** Number of builds of the first repository; the other builds are distributed over the other repositories. */
  ofFirst: number;
  stagesPerBuild: number;
  stepsPerStage: number;
}

/** Number of causes of the failed steps. */
const causes = 2000;
const factsPerCause = 12;
/** Number of tests of the first repository. */
const testNames = 50_000;

/** Words that occur in every build, in every second one, and in few. */
export const sampleWords = { all: 'change', half: 'even', few: 'word77' } as const;

/**
 * Inserts the finished builds of several years into an empty database: `bench/repo-0` has a fifth of them.
 * The account with the id 1 may read all repositories, the one with the id 2 one in a hundred with the largest one,
 * and the one with the id 3 one in fifty without it.
 */
export async function fillLargeDatabase(db: LargeDialect, amounts: LargeAmounts): Promise<void> {
  const { repos, builds, ofFirst, stagesPerBuild, stepsPerStage } = amounts;
  const rows = (table: string, count: number, columns: Record<string, string>) =>
    db.exec(
      `with ${db.numbers(count)} insert into ${table} (${Object.keys(columns).join(', ')})
       select ${Object.values(columns).join(', ')} from n`,
    );
  const others = repos - 1;
  const repoId = `case when i < ${ofFirst} then 1 else 2 + (i - ${ofFirst}) % ${others} end`;
  const number = `case when i < ${ofFirst} then i + 1 else 1 + (i - ${ofFirst}) / ${others} end`;
  const status =
    "case when i % 5 = 0 then 'failure' when i % 97 = 0 then 'killed' else 'success' end";
  const branch = "case when i % 3 = 0 then 'main' else 'branch-' || (i % 200) end";
  const times = { started: '1000 + i', created: '1000 + i', updated: '1060 + i', version: '5' };
  await rows('repos', repos, {
    id: 'i + 1',
    uid: "'' || i",
    user_id: '1',
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
    synced: '0',
    created: '0',
    updated: '0',
    version: '1',
    counter: `case when i = 0 then ${ofFirst} else ${(builds - ofFirst) / others} end`,
  });
  for (const [userId, isReadable] of [
    [1, 'id > 0'],
    [2, 'id % 100 = 1'],
    [3, 'id % 50 = 2'],
  ]) {
    await db.exec(
      `insert into repo_permissions (user_id, repo_id, "read", "write", admin)
       select ${userId}, id, 1, 1, 1 from repos where ${isReadable}`,
    );
  }
  await rows('builds', builds, {
    id: 'i + 1',
    repo_id: repoId,
    '"trigger"': "'@hook'",
    number,
    parent: '0',
    status,
    error: "''",
    event: "case when i % 4 = 0 then 'pull_request' else 'push' end",
    action: "''",
    link: "''",
    timestamp: '0',
    title: "'Change ' || i",
    message: "'Change ' || i || ' for a reason'",
    '"before"': "''",
    '"after"': db.hex40('i'),
    ref: `'refs/heads/' || ${branch}`,
    source_repo: "''",
    source: branch,
    target: branch,
    author_login: "'author-' || (i % 50)",
    author_name: "'Ada'",
    author_avatar: "''",
    author_email: "'ada@example.com'",
    sender: "'ada'",
    params: "'{}'",
    cron: "''",
    deploy_to: "''",
    debug: '0',
    ...times,
    finished: '1060 + i',
  });
  const words = [
    `'${sampleWords.all}'`,
    "'for'",
    "'a'",
    "'reason'",
    "'word' || (i % 1000)",
    "'' || i",
    db.hex40('i'),
  ];
  for (const word of words) {
    await rows('build_words', builds, { repo_id: repoId, word, build_id: 'i + 1' });
  }
  await db.exec(
    `insert into build_words (repo_id, word, build_id)
     select repo_id, '${sampleWords.half}', id from builds where id % 2 = 0`,
  );
  const stages = builds * stagesPerBuild;
  await rows('stages', stages, {
    id: 'i + 1',
    repo_id: '0',
    build_id: `i / ${stagesPerBuild} + 1`,
    number: `i % ${stagesPerBuild} + 1`,
    name: `'stage ' || (i % ${stagesPerBuild})`,
    kind: "'pipeline'",
    type: "'exec'",
    status: "'success'",
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
  await db.exec(
    'update stages set repo_id = (select repo_id from builds where builds.id = stages.build_id)',
  );
  await rows('steps', stages * stepsPerStage, {
    stage_id: `i / ${stepsPerStage} + 1`,
    number: `i % ${stepsPerStage} + 1`,
    name: `'step ' || (i % ${stepsPerStage})`,
    error: "''",
    errignore: '0',
    exit_code: '0',
    status: "case when i % 50 = 0 then 'failure' else 'success' end",
    started: '1000',
    stopped: '1010',
    version: '1',
    depends_on: "'[]'",
    image: "''",
    detached: '0',
    schema: "''",
  });
  await db.exec(
    `insert into latest_builds (repo_id, kind, name, build_id)
     select repo_id, 'branch', target, max(id) from builds group by repo_id, target`,
  );
  await addCauses(db, rows);
  await rows('audit_events', builds, {
    time: '1000 * i',
    action: "'build.create'",
    actor: "'author-' || (i % 50)",
    credential: "'session'",
    token: "''",
    address: "'192.0.2.1'",
    repo_id: repoId,
    repo: "'bench/repo-' || (i % 2000)",
    target: "'7'",
    details: "'{}'",
  });
  await rows('test_names', testNames, {
    repo_id: '1',
    key: "'' || i",
    stage: "'stage 0'",
    suite: "'suite ' || (i % 500)",
    name: "'handles case ' || i",
    file: "'src/file.test.ts'",
    seen_in: '1',
  });
}

/** Adds a failure for each failed step. Each cause has failures in many repositories, and facts of its own. */
async function addCauses(db: LargeDialect, rows: InsertRows): Promise<void> {
  await rows('causes', causes, { id: 'i + 1', failures: '100' });
  await rows('cause_facts', causes * factsPerCause, {
    fact: 'i',
    cause_id: `i / ${factsPerCause} + 1`,
    failures: '90',
  });
  await db.exec(
    `insert into failures (step_id, cause_id, build_id, recovered, failed)
     select steps.id, steps.id / 50 % ${causes} + 1, stages.build_id, 0, builds.finished
     from steps join stages on stages.id = steps.stage_id
     join builds on builds.id = stages.build_id where steps.status = 'failure'`,
  );
  const perRepo = `failures join builds on builds.id = failures.build_id`;
  await db.exec(
    `insert into repo_causes (cause_id, repo_id, failures, recovered, first_build, first_commit,
       first_seen, last_seen, step_name, title)
     select cause_id, repo_id, count(*), 0, min(number), min("after"), min(failed), max(failed),
       'step 0', 'Error: cause ' || cause_id
     from ${perRepo} group by cause_id, repo_id`,
  );
  await db.exec(
    `insert into cause_weeks (repo_id, week, cause_id, failures, recovered, lost)
     select repo_id, (failed - 345600) / 604800 * 604800 + 345600, cause_id, count(*), 0, 60
     from ${perRepo} group by 1, 2, 3`,
  );
  await db.exec(
    `insert into build_words (repo_id, word, build_id)
     select repo_id, '!cause' || cause_id, build_id from ${perRepo}
     group by repo_id, cause_id, build_id`,
  );
}

type InsertRows = (
  table: string,
  count: number,
  columns: Record<string, string>,
) => Promise<void> | void;
