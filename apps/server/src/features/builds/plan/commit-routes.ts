import { commitPipelineFile } from '@millrace/contract/api';
import { unauthorized } from '@millrace/contract/api-errors';
import { readerOf } from '../../../domain/reader.ts';
import type { Forge } from '../../../forges/forge.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';

type CommitForge = Pick<Forge, 'commitFile' | 'commitUrl' | 'newPullRequestUrl'>;

/** Registers the call that commits an edited pipeline file. */
export function registerCommitRoutes(routes: ApiRoutes, forge: CommitForge): void {
  routes.repo(commitPipelineFile, async ({ repo, viewer, body }) => {
    if (!viewer) throw unauthorized();
    const { text, message, branch, commit: base, new_branch: newBranch = '' } = body;
    const change = { path: repo.configPath, text, message, branch, base, newBranch };
    const commit = await forge.commitFile({ ...viewer, reader: readerOf(viewer) }, repo, change);
    return {
      commit,
      branch: newBranch || branch,
      link: forge.commitUrl(repo, commit),
      pull_request_link: newBranch ? forge.newPullRequestUrl(repo, newBranch, branch) : '',
    };
  });
}
