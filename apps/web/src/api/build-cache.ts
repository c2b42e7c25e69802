import type { Build } from '@millrace/contract/api';
import type { QueryClient } from '@tanstack/react-query';
import { updateBuild, updateBuildPages } from './build-live-update.ts';
import {
  branchesQuery,
  buildListQuery,
  buildQuery,
  deploymentsQuery,
  type RepoName,
} from './build-queries.ts';
import { updateCached } from './update-cached.ts';

/** Updates every cached query that contains this build, unless its state is newer. */
export function cacheBuild(client: QueryClient, repo: RepoName, build: Build): void {
  updateCached(client, buildQuery(repo, build.number), (old) => updateBuild(old, build));
  updateCached(client, buildListQuery(repo), (list) => {
    const pages = updateBuildPages(list.pages, build);
    return pages === list.pages ? list : { ...list, pages };
  });
}

/** Adds a new build to the cached queries. */
export function cacheNewBuild(client: QueryClient, repo: RepoName, build: Build): void {
  cacheBuild(client, repo, build);
  // Caches the build for its page, but as stale: the response may lack an event that was received before it.
  // Existing servers omit the stages, which the page needs.
  if (build.stages) {
    client.setQueryData(buildQuery(repo, build.number).queryKey, (old) => old ?? build, {
      updatedAt: 0,
    });
  }
  // Only the server knows whether this is now the latest build of its branch or environment.
  void client.invalidateQueries(branchesQuery(repo));
  void client.invalidateQueries(deploymentsQuery(repo));
}
