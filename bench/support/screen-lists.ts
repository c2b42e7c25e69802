import { UserStore } from '../../apps/server/src/accounts/user-store.ts';
import { LatestBuildStore } from '../../apps/server/src/builds/latest-build-store.ts';
import { LineStore } from '../../apps/server/src/builds/line-store.ts';
import type { Database } from '../../apps/server/src/db/database.ts';
import { AuditReadModel } from '../../apps/server/src/features/audit/audit-read-model.ts';
import { BisectionStore } from '../../apps/server/src/features/bisections/bisection-store.ts';
import { DefaultBranchesReadModel } from '../../apps/server/src/features/builds/read/default-branches-read-model.ts';
import { EnvironmentReadModel } from '../../apps/server/src/features/builds/read/environment-read-model.ts';
import { CronStore } from '../../apps/server/src/features/crons/cron-store.ts';
import { NameSearch } from '../../apps/server/src/features/test-reports/name-search.ts';
import { TestReadModel } from '../../apps/server/src/features/test-reports/test-read-model.ts';
import { RepoStore } from '../../apps/server/src/repositories/repo-store.ts';

const page = { limit: 50, offset: 0 };
const lastRepos = { limit: 25, offset: 1975 };
const largest = { id: 1, defaultBranch: 'main' };

/** The lists of screens other than those of builds, also for texts that match nothing and for last pages. */
export function listsOfOtherScreens(db: Database): [string, () => Promise<unknown>][] {
  const repos = new RepoStore(db);
  const lines = new LineStore(db);
  const latest = new LatestBuildStore(db);
  const environments = new EnvironmentReadModel(db);
  const audit = new AuditReadModel(db);
  const tests = new TestReadModel(db);
  const names = new NameSearch(db);
  const events = { limit: 50 };
  return [
    [
      'states of the default branches of an account',
      () => new DefaultBranchesReadModel(db).list(1),
    ],
    ['all repositories', () => repos.listAll(page)],
    ['all repositories, last page', () => repos.listAll(lastRepos)],
    ['visible repositories that match nothing', () => repos.listVisible(1, 'nothing', page)],
    ['branches that match', () => lines.searchBranches(largest, 'branch', page)],
    ['branches that match nothing', () => lines.searchBranches(largest, 'nothing', page)],
    ['pull requests', () => latest.list(1, 'pull_request')],
    ['deployments', () => latest.list(1, 'deployment')],
    ['deployments to a target', () => environments.listDeployments(1, 'live')],
    ['the newest success of a branch', () => environments.findGreen(1, 'main')],
    ['cron jobs', () => new CronStore(db).list(1)],
    ['bisections', () => new BisectionStore(db).list(1, 50)],
    ['accounts', () => new UserStore(db).list()],
    ['recorded changes', () => audit.list({}, events)],
    ['recorded changes, last page', () => audit.list({}, { ...events, before: 51 })],
    ['recorded changes of a repository', () => audit.list({ repoId: 7 }, events)],
    ['recorded changes by nobody', () => audit.list({ actor: 'nothing' }, events)],
    ['recorded changes of no repository', () => audit.list({ repo: 'nothing' }, events)],
    ['recorded changes by no action', () => audit.list({ action: 'nothing' }, events)],
    ['recorded changes of no time', () => audit.list({ from: 4_000_000_000 }, events)],
    ['newest builds with tests', () => tests.listNewest(1, { builds: 100, entries: 1_000_000 })],
    ['tests with a name', () => names.search(1, 'case 7')],
    ['tests whose names match nothing', () => names.search(1, 'nothing')],
  ];
}
