import type { Build } from '@millrace/build-rules';
import type { NewCommits } from '@millrace/contract/api';
import { AppError } from '@millrace/contract/api-errors';
import type { Repo } from '../../../domain/repo.ts';
import { toCommitJson } from '../../../forges/commit-mapper.ts';
import type { Forge } from '../../../forges/forge.ts';
import { homeOfCommits } from '../../../forges/home-of-commits.ts';

const maxCommits = 50;

/** Lists the commits of a build that an earlier one does not have, newest first. Empty if the forge refuses. */
export async function listCommitsBetween(
  forge: Forge,
  repo: Repo,
  earlier: Pick<Build, 'after'>,
  build: Pick<Build, 'after' | 'sourceRepo'>,
): Promise<NewCommits> {
  if (earlier.after === build.after) return { commits: [], has_all_commits: true };
  const home = homeOfCommits(forge, repo, build.sourceRepo);
  const found = await forge
    .listCommits(home, earlier.after, build.after, maxCommits + 1)
    .catch((error: unknown) => {
      // The rest of the page is useful without commits.
      if (error instanceof AppError) return null;
      throw error;
    });
  const commits = (found ?? [])
    .slice(0, maxCommits)
    .map((commit) => toCommitJson(commit, (sha) => forge.commitUrl(repo, sha)));
  return { commits, has_all_commits: found !== null && found.length <= maxCommits };
}
