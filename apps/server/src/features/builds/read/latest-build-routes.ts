import {
  type Build,
  deleteBranch,
  deleteDeployment,
  deletePullRequest,
  listBranches,
  listDeployments,
  listPullRequests,
} from '@millrace/contract/api';
import type { LatestBuildStore } from '../../../builds/latest-build-store.ts';
import type { LineStore } from '../../../builds/line-store.ts';
import { toListedBuilds } from '../../../builds/read/listed-builds.ts';
import type { Db } from '../../../db/database.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import { readPage } from '../../../http/page.ts';

const wholeList = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Number of branches in a search result, unless the query sets `per_page`. */
const branchPageSize = 50;

interface Deps {
  db: Db;
  latestBuilds: LatestBuildStore;
  lines: LineStore;
}

/** Calls that list the latest build of each branch, pull request and deployment target. */
export function registerLatestBuildRoutes(
  routes: ApiRoutes,
  { db, latestBuilds: latest, lines }: Deps,
): void {
  const list = async (
    repoId: number,
    kind: Parameters<LatestBuildStore['list']>[1],
  ): Promise<Build[]> => toListedBuilds(db, await latest.list(repoId, kind));

  routes.repo(listBranches, async ({ repo, query }) => {
    if (Object.values(query).every((value) => value === undefined)) return list(repo.id, 'branch');
    const { state, ...search } = query;
    const isWhole = Object.values(search).every((value) => value === undefined);
    const page = isWhole ? wholeList : readPage(search, branchPageSize);
    return toListedBuilds(db, await lines.searchBranches(repo, query.q?.trim() ?? '', page));
  });
  routes.repo(listPullRequests, ({ repo }) => list(repo.id, 'pull_request'));
  routes.repo(listDeployments, ({ repo }) => list(repo.id, 'deployment'));

  routes.repo(deleteBranch, async ({ repo, params }) => {
    await latest.forget(repo.id, 'branch', params['*']);
    return undefined;
  });
  routes.repo(deletePullRequest, async ({ repo, params }) => {
    await latest.forget(repo.id, 'pull_request', params.pull);
    return undefined;
  });
  routes.repo(deleteDeployment, async ({ repo, params }) => {
    await latest.forget(repo.id, 'deployment', params['*']);
    return undefined;
  });
}
