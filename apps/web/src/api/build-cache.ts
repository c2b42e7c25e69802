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

/** Has every page that was read show this state of a build, unless it shows a newer one. */
export function showBuild(client: QueryClient, repo: RepoName, build: Build): void {
  updateCached(client, buildQuery(repo, build.number), (old) => updateBuild(old, build));
  updateCached(client, buildListQuery(repo), (list) => {
    const pages = updateBuildPages(list.pages, build);
    return pages === list.pages ? list : { ...list, pages };
  });
}

/** The same for a build that begins. */
export function showNewBuild(client: QueryClient, repo: RepoName, build: Build): void {
  showBuild(client, repo, build);
  // Its page has it at once and still reads it: an event that was here before this answer is not in it.
  // Existing servers leave the stages out, without which there is no page.
  if (build.stages) {
    client.setQueryData(buildQuery(repo, build.number).queryKey, (old) => old ?? build, {
      updatedAt: 0,
    });
  }
  // The server alone knows whether it stands for its branch, or for an environment.
  void client.invalidateQueries(branchesQuery(repo));
  void client.invalidateQueries(deploymentsQuery(repo));
}
