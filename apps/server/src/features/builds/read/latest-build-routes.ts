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
import type { Db } from '../../../db/database.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import { readPage } from '../../../http/page.ts';
import { toListedBuilds } from './listed-builds.ts';

/** Number of branches in a search result, unless the query sets `per_page`. */
const branchPageSize = 50;

/** Calls that list the latest build of each branch, pull request and deployment target. */
export function registerLatestBuildRoutes(
  routes: ApiRoutes,
  { db, latestBuilds: latest }: { db: Db; latestBuilds: LatestBuildStore },
): void {
  const list = async (
    repoId: number,
    kind: Parameters<LatestBuildStore['list']>[1],
  ): Promise<Build[]> => toListedBuilds(db, await latest.list(repoId, kind));

  routes.repo(listBranches, async ({ repo, query }) => {
    if (Object.values(query).every((value) => value === undefined)) return list(repo.id, 'branch');
    const page = readPage(query, branchPageSize);
    return toListedBuilds(db, await latest.searchBranches(repo, query.q?.trim() ?? '', page));
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
