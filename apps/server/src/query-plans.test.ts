import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildState } from '@millrace/build-rules/testing';
import { systemClock } from '@millrace/node-kit/clock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { query } from '../testing/postgres.ts';
import { makeTestDatabase, removeTestDatabase } from '../testing/test-database.ts';
import { OrganizationStore } from './accounts/organization-store.ts';
import { SessionStore } from './accounts/session-store.ts';
import { UserStore } from './accounts/user-store.ts';
import { BuildChangesStore } from './builds/build-changes-store.ts';
import { BuildStore } from './builds/build-store.ts';
import { LatestBuildStore } from './builds/latest-build-store.ts';
import { LineStore } from './builds/line-store.ts';
import { BuildReadModel } from './builds/read/build-read-model.ts';
import { StageStore } from './builds/stage-store.ts';
import { type Database, isPostgresUrl, openDatabase } from './db/database.ts';
import { anyBuild, type BuildFilter } from './domain/build-filter.ts';
import { ownLine } from './domain/build-line.ts';
import { AuditReadModel } from './features/audit/audit-read-model.ts';
import { BisectionStore } from './features/bisections/bisection-store.ts';
import { readStepHistory } from './features/bisections/step-history.ts';
import { TrendReadModel } from './features/build-trends/trend-read-model.ts';
import { BuildCounts } from './features/builds/read/build-counts.ts';
import { BuildsFeed } from './features/builds/read/builds-feed.ts';
import { DefaultBranchesReadModel } from './features/builds/read/default-branches-read-model.ts';
import { EarlierBuildsReadModel } from './features/builds/read/earlier-builds-read-model.ts';
import { EnvironmentReadModel } from './features/builds/read/environment-read-model.ts';
import { IncompleteBuilds } from './features/builds/read/incomplete-builds.ts';
import { CardStore } from './features/cards/card-store.ts';
import { CronStore } from './features/crons/cron-store.ts';
import { LogBlockStore } from './features/logs/log-block-store.ts';
import { LogObjectStore } from './features/logs/log-object-store.ts';
import { LogStore } from './features/logs/log-store.ts';
import { GroupStore } from './features/organizations/group-store.ts';
import { listRepoTeams } from './features/organizations/list-repo-teams.ts';
import { TeamStore } from './features/organizations/team-store.ts';
import { ProtectedRefsStore } from './features/protected-refs/protected-refs-store.ts';
import { StageRightsReader } from './features/queue/stage-rights.ts';
import { CredentialStore } from './features/runners/credentials/credential-store.ts';
import { ScimGroupStore } from './features/scim/scim-group-store.ts';
import { ScimUserStore } from './features/scim/scim-user-store.ts';
import { SecondFactorStore } from './features/second-factor/second-factor-store.ts';
import { TestNameStore } from './features/test-reports/test-name-store.ts';
import { TestReadModel } from './features/test-reports/test-read-model.ts';
import { TestResultStore } from './features/test-reports/test-result-store.ts';
import { JobStore } from './jobs/job-store.ts';
import { RepoRoleStore } from './repositories/repo-role-store.ts';
import { RepoStore } from './repositories/repo-store.ts';

let dir: string;
let databaseUrl: string;
let db: Database;
let statements: string[] = [];
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-plans-'));
  databaseUrl = await makeTestDatabase(dir);
  db = await openDatabase(databaseUrl, { log: (sql) => statements.push(sql) });
});
afterAll(async () => {
  await db.destroy();
  await removeTestDatabase(databaseUrl);
  await rm(dir, { recursive: true, force: true });
});

const { build } = buildState([]);
const sessionStore = () => new SessionStore({ db, clock: systemClock, lifeSec: 1 });
const anyOrder = { name: 'a', payload: z.unknown() };
const inOrder = { ...anyOrder, pickNext: () => undefined };
const rights = { listProtectedRefs: [] };
const openStage = { repoId: 1, buildId: 1 };
const page = { limit: 50, offset: 0 };
const reportedStep = { stepId: 1, buildId: 1, repoId: 1 };
const newestTests = { builds: 100, entries: 1_000_000 };
const branchFilter: BuildFilter = { chosen: { branch: 'main' } };
const statusFilter: BuildFilter = { chosen: { status: 'failure' } };
const wholeFilter: BuildFilter = {
  chosen: { status: 'failure', event: 'push', branch: 'main', author: 'ada', repo: 'a/b' },
  after: 1,
  before: 2,
  words: ['a', 'b'],
};
const trend = { repoId: 1, from: 1, to: 9, branch: 'main', event: 'push' } as const;
const reads: [string, () => Promise<unknown>][] = [
  ['builds of a repository', () => new BuildReadModel(db).list(1, page)],
  ['builds of a branch', () => new BuildReadModel(db).list(1, page, branchFilter)],
  ['builds of a tag', () => new BuildReadModel(db).list(1, page, { chosen: {}, tag: 'v1' })],
  ['found builds of a repository', () => new BuildReadModel(db).list(1, page, wholeFilter)],
  ['counts of a repository', () => new BuildCounts(db).count({ repoId: 1 }, anyBuild)],
  ['counts of found builds', () => new BuildCounts(db).count({ repoId: 1 }, wholeFilter)],
  ['counts of a tag', () => new BuildCounts(db).count({ repoId: 1 }, { chosen: {}, tag: 'v1' })],
  ['found builds of an account', () => new BuildsFeed(db).list({ userId: 1 }, wholeFilter, page)],
  ['counts of an account', () => new BuildCounts(db).count({ userId: 1 }, anyBuild)],
  [
    'counts of found builds of an account',
    () => new BuildCounts(db).count({ userId: 1 }, wholeFilter),
  ],
  ['the newest file of a branch', () => new BuildStore(db).findNewestFile(1, 'main')],
  ['a build', () => new BuildReadModel(db).findByNumber(1, 1)],
  [
    'builds before one',
    () => new EarlierBuildsReadModel(db).listBefore(build, ownLine(build), 200),
  ],
  ['the last success', () => new EarlierBuildsReadModel(db).findLastSuccess(build, ownLine(build))],
  ['deployments to a target', () => new EnvironmentReadModel(db).listDeployments(1, 'live')],
  ['the newest success of a branch', () => new EnvironmentReadModel(db).findGreen(1, 'main')],
  ['how steps ended', () => new EarlierBuildsReadModel(db).listSteps([1, 2], ['a'], ['b'])],
  ['how stages ended', () => new EarlierBuildsReadModel(db).listStages([1, 2], ['a'])],
  ['how long things took', () => new EarlierBuildsReadModel(db).listDurations([1, 2])],
  ['runs of a step', () => readStepHistory(db, build, { stage: 'a', step: 'b' })],
  ['the newest build of a bisection', () => new BuildStore(db).findNewestOfBisection(1, 1, 'a')],
  ['bisections', () => new BisectionStore(db).list(1, 50)],
  ['bisections of a build', () => new BisectionStore(db).list(1, 50, 2)],
  ['runs of bisections', () => new BisectionStore(db).listRunsOf([1, 2])],
  ['commits that bisections found', () => new BisectionStore(db).listFound([1, 2])],
  ['attempts of a build', () => new BuildStore(db).listAttempts({ ...build, attempt: 2 })],
  ['stages of an attempt', () => new StageStore(db).listOfAttempt(1, 1)],
  ['the state of a branch', () => new LineStore(db).findStateOfRef(1, 'refs/heads/a')],
  ['the line of a restart', () => new LineStore(db).findLine({ ...build, number: 9, parent: 1 })],
  ['the newest build of a ref', () => new BuildReadModel(db).findLatestOfRef(1, 'refs/heads/a')],
  ['the latest builds', () => new BuildReadModel(db).findLatest([1, 2])],
  ['branches', () => new LatestBuildStore(db).list(1, 'branch')],
  [
    'branches that match',
    () => new LineStore(db).searchBranches({ id: 1, defaultBranch: 'main' }, 'a', page),
  ],
  ['the default branches of an account', () => new DefaultBranchesReadModel(db).list(1)],
  ['the build of a delivery', () => new BuildStore(db).findByDelivery(1, 'a')],
  ['unfinished builds', () => new BuildStore(db).listUnfinished(1)],
  ['all unfinished builds', () => new BuildStore(db).listAllUnfinished()],
  ['all unfinished stages', () => new IncompleteBuilds(db).listStages()],
  ['builds that changed', () => new BuildChangesStore(db).listAfter(0)],
  ['builds of a repository that changed', () => new BuildChangesStore(db).listAfter(0, 1)],
  ['the newest number of a build', () => new BuildStore(db).findNewestNumber(1)],
  ['the stages of a build', () => new StageStore(db).list(1)],
  ['the stages beside one', () => new StageStore(db).listBeside(1)],
  ['the queue', () => new StageStore(db).listOpen()],
  ['the stages of runners', () => new StageStore(db).listClaimed()],
  ['the runner with a credential', () => new CredentialStore(db).findByHash('x')],
  ['the runners with credentials', () => new CredentialStore(db).listInUse()],
  ['the runners of the server', () => new CredentialStore(db).list('server')],
  ['the runners of an organization', () => new CredentialStore(db).list({ namespace: 'a' })],
  ['the runners of a repository', () => new CredentialStore(db).list({ repoId: 1 })],
  ['which runners may run stages', () => new StageRightsReader(rights).readQueue(db, [openStage])],
  ['protected branches', () => new ProtectedRefsStore(db).list([1])],
  ['steps', () => new StageStore(db).listSteps([1])],
  ['the steps beside one', () => new StageStore(db).listStepsBeside(1)],
  ['a log', () => new LogStore(db).readBlockAfter(1, -1)],
  ['the end of a log', () => new LogStore(db).findEnd(1)],
  ['logs that may be moved', () => new LogBlockStore(db).findStepAfter(1)],
  ['objects that are deleted', () => new LogObjectStore(db).listDue(1, 10)],
  ['the next object that is due', () => new LogObjectStore(db).findNextDue(1)],
  ['a card', () => new CardStore(db).find(1)],
  ['cron jobs of a repository', () => new CronStore(db).list(1)],
  ['cron jobs that run', () => new CronStore(db).listEnabled()],
  ['cron jobs that are due', () => new CronStore(db).listDue(1)],
  ['a cron job', () => new CronStore(db).findById(1)],
  ['due jobs', () => new JobStore(db, anyOrder).listDue(1)],
  ['due jobs in order', () => new JobStore(db, inOrder).listDue(1)],
  ['the next due job', () => new JobStore(db, anyOrder).findNextDue(1)],
  ['the next due job in order', () => new JobStore(db, inOrder).findNextDue(1)],
  ['the next cron job', () => new CronStore(db).findNextDue()],
  ['repositories of an account', () => new RepoStore(db).listGranted(1)],
  ['all repositories', () => new RepoStore(db).listAll(page)],
  ['collaborators', () => new RepoStore(db).listCollaborators(1)],
  ['collaborators of teams', () => listRepoTeams(db, { id: 1, namespace: 'a', forge: 'builtin' })],
  [
    'roles through teams',
    () => new RepoRoleStore(db).replaceTeamRoles([1, 2], [1, 2], () => undefined),
  ],
  ['the role of an account in an organization', () => new OrganizationStore(db).findRole(1, 'a')],
  ['owners of an organization', () => new OrganizationStore(db).listOwners('a')],
  ['members of an organization', () => new OrganizationStore(db).listMembers(1)],
  ['organizations of an account', () => new OrganizationStore(db).listOf(1)],
  ['organizations with one owner', () => new OrganizationStore(db).listOnlyOwned(1)],
  ['teams of an organization', () => new TeamStore(db).list(1)],
  ['memberships in an organization', () => new TeamStore(db).listMemberships(1)],
  ['memberships of an account', () => new TeamStore(db).listMemberships(1, 1)],
  ['repositories of teams', () => new TeamStore(db).listRepos(1)],
  ['numbers of members of teams', () => new TeamStore(db).countMembers(1)],
  ['members of a team', () => new TeamStore(db).listMembers(1)],
  ['the session of a cookie', () => sessionStore().findUser('x')],
  ['the sessions of an account', () => sessionStore().list(1)],
  ['the sessions of a provider', () => sessionStore().findUserIds('a')],
  ['the second factor of an account', () => new SecondFactorStore(db).find(1)],
  ['the recovery codes of an account', () => new SecondFactorStore(db).countRecoveryCodes(1)],
  ['a user of SCIM by name', () => new ScimUserStore(db).findByName('a')],
  [
    'a user of SCIM by its external id',
    () =>
      new ScimUserStore(db).list({
        filter: { attribute: 'externalid', value: 'a' },
        startIndex: 1,
        count: 1,
        hasMembers: true,
      }),
  ],
  ['the members of a group', () => new ScimGroupStore(db).listMembers(1)],
  ['the groups of SCIM of an account', () => new ScimGroupStore(db).listOfUser(1)],
  ['groups of an account', () => new GroupStore(db).listOfAccount(1)],
  ['accounts in a group', () => new GroupStore(db).listAccounts('a')],
  ['teams of groups', () => new GroupStore(db).listTeamsByGroup(1)],
  ['a repository by name', () => new RepoStore(db).findBySlug('a/b')],
  ['the newest builds with tests', () => new TestReadModel(db).listNewest(1, newestTests)],
  [
    'the newest builds of a branch with tests',
    () => new TestReadModel(db).listNewest(1, { ...newestTests, branch: 'main' }),
  ],
  ['test results', () => new TestReadModel(db).listBlocks([1])],
  ['the state of a step with reports', () => new TestResultStore(db).readState(reportedStep, 'a')],
  ['what tests said', () => new TestReadModel(db).listFailures([1], [1])],
  ['what tests said, in short', () => new TestReadModel(db).listMessages([1], [1], 9)],
  ['the reports of a step', () => new TestReadModel(db).listReports([1])],
  ['names of tests', () => new TestNameStore(db).list([1])],
  ['names of tests after one', () => new TestNameStore(db).listAfter(1, 1, 10)],
  ['names of tests without a build', () => new TestNameStore(db).deleteUnused(1, 1)],
  ['builds of a trend', () => new TrendReadModel(db).listBuilds(trend, 2)],
  ['newest builds of a trend', () => new TrendReadModel(db).listNewestSuccesses(trend, 9)],
  ['runs of a stage', () => new TrendReadModel(db).listRuns([1, 2], { stage: 'a' })],
  [
    'runs of a step of a stage',
    () => new TrendReadModel(db).listRuns([1, 2], { stage: 'a', step: 'b' }),
  ],
  ['stages and steps of a build', () => new TrendReadModel(db).listParts([1, 2])],
  ['all accounts', () => new UserStore(db).list()],
  ['an account by token', () => new UserStore(db).findByTokenHash('x')],
];

// The tables are empty: with the usual settings no index would be worth its while.
const byIndex = 'set enable_seqscan = off';
/** Without those that serve as well while there are no rows. It is undone when the connection ends. */
const byFacets = `begin; drop index builds_target, builds_ref, builds_commit, builds_newest;
  alter table builds drop constraint builds_repo_id_number_key; ${byIndex}; set enable_bitmapscan = off`;

/** Without the indexes of repositories, which cost the same while there are no rows. */
const byListed = `begin; drop index builds_facets, builds_target, builds_ref, builds_commit, builds_newest,
  builds_unfinished, builds_delivery; alter table builds drop constraint builds_repo_id_number_key; ${byIndex}`;

/** Returns the steps of the plan, one a line. */
async function explain(statement: string, settings = byIndex): Promise<string[]> {
  if (isPostgresUrl(databaseUrl)) {
    const explain = `${settings}; explain (generic_plan) ${statement}`;
    return (await query(databaseUrl, explain)).map((row) => String(row['QUERY PLAN']));
  }
  const sqlite = new DatabaseSync(databaseUrl);
  const values = [...statement.matchAll(/\?/g)].map(() => 1);
  const plan = sqlite.prepare(`explain query plan ${statement}`).all(...values);
  sqlite.close();
  return plan.map((row) => String(row.detail));
}

/** Goes through a whole table, other than those that the statement made itself. */
const scan = /Seq Scan|^SCAN (?!CONSTANT ROW|combinations|postings|found|\w+_counts|.*INDEX)/;

it.each(reads)('%s: every statement uses an index', async (_, read) => {
  statements = [];
  await read();
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    const scans = (await explain(statement)).filter((step) => scan.test(step));
    expect([statement, scans]).toEqual([statement, []]);
  }
});

const counts = reads.filter(([name]) => /^counts of (?!a tag|found)/.test(name));
it.each(counts)('%s: the index contains everything', async (_, read) => {
  statements = [];
  await read();
  const plan = (await explain(statements.at(-1) ?? '', byFacets)).join('\n');
  const covered =
    /COVERING INDEX builds_(facets|listed)|Index Only Scan using builds_(facets|listed)/;
  expect(plan).toMatch(covered);
});

const trends: [string, () => Promise<unknown>][] = [
  ['counts', () => new TrendReadModel(db).count(trend, 9)],
  ['builds', () => new TrendReadModel(db).listBuilds(trend, 2)],
  ['newest builds', () => new TrendReadModel(db).listNewestSuccesses(trend, 9)],
];
it.each(trends)('%s of a trend: read in the order of the index', async (_, read) => {
  statements = [];
  await read();
  const plan = (await explain(statements[0] ?? '')).join('\n');
  expect(plan).toMatch(/builds_trends/);
  expect(plan).not.toMatch(/sort|temp b-tree/i);
});

const feed = (filter: BuildFilter) => () => new BuildsFeed(db).list({ userId: 1 }, filter, page);
it.each<[string, () => Promise<unknown>, RegExp]>([
  ['an author', feed({ chosen: { author: 'ada' } }), /builds_author/],
  ['a deployment target', feed({ chosen: { target: 'live' } }), /builds_deploy_to/],
  [
    'deployments of a repository',
    () => new EnvironmentReadModel(db).listDeployments(1, 'live', 'success'),
    /builds_deploy_to/,
  ],
  ['a cron job', feed({ chosen: { cron: 'nightly' } }), /builds_cron/],
  ['a time', feed({ chosen: {}, after: 1, before: 2 }), /builds_created/],
  [
    'builds of a repository that match nothing',
    () => new BuildReadModel(db).list(1, page, { chosen: { author: 'ada', event: 'tag' } }),
    /COVERING INDEX builds_listed|Index Only Scan.* using builds_listed/,
  ],
  [
    'the last builds of a repository',
    () => new BuildReadModel(db).list(1, { limit: 50, offset: 1_000_000 }, statusFilter),
    /COVERING INDEX builds_listed|Index Only Scan.* using builds_listed/,
  ],
])('%s: an index finds the builds without reading others', async (_, read, index) => {
  statements = [];
  await read();
  const plans = await Promise.all(statements.map((statement) => explain(statement, byListed)));
  expect(plans.map((plan) => plan.join('\n')).join('\n')).toMatch(index);
});

it('a word of a build is found by its index', async () => {
  statements = [];
  await new BuildCounts(db).count({ repoId: 1 }, wholeFilter);
  const checked = statements.filter((statement) => /build_id = builds\.id/.test(statement));
  expect((await explain(checked.at(-1) ?? '')).join('\n')).toMatch(/build_words_checked/);
});

it('reads the latest builds of many repositories in parts', async () => {
  statements = [];
  await new BuildReadModel(db).findLatest(Array.from({ length: 450 }, (_, at) => at + 1));
  expect(statements).toHaveLength(3);
});

it.each<[string, object, RegExp]>([
  [
    'login',
    { actor: 'ada' },
    /COVERING INDEX audit_events_actor|Index Only Scan using audit_events_actor/,
  ],
  [
    'slug',
    { repo: 'ada' },
    /COVERING INDEX audit_events_slug|Index Only Scan using audit_events_slug/,
  ],
])(
  'recorded changes by part of a %s: only an index is read if nothing matches',
  async (_, filter, index) => {
    statements = [];
    expect(await new AuditReadModel(db).list(filter, { limit: 50 })).toEqual([]);
    expect(statements).toHaveLength(1);
    expect((await explain(statements[0] ?? '')).join('\n')).toMatch(index);
  },
);
