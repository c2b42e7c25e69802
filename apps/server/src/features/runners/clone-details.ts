import { isOfStrangers } from '@millrace/build-host/builds/is-of-fork';
import type { Stage } from '@millrace/build-rules';
import type { Build } from '@millrace/contract/api';
import type { StageDetails } from '@millrace/contract/runner';
import { branchRef, readRef } from '@millrace/pipeline/git-ref';
import type { Repo } from '../../domain/repo.ts';
import type { Forge } from '../../forges/forge.ts';
import { homeOfCommits } from '../../forges/home-of-commits.ts';

/** Credentials are valid this much longer than the time limit of the stage. */
const marginSec = 600;

/** Returns where a stage clones its commit from, and its credentials. */
export async function readCloneDetails(
  forge: Forge,
  repo: Repo,
  build: Build,
  { id }: Pick<Stage, 'id'>,
): Promise<Pick<StageDetails, 'cloneSource' | 'netrc'>> {
  const lifeSec = repo.timeout * 60 + marginSec;
  return {
    ...findCloneSource(forge, repo, build),
    netrc: isOpenFork(repo, build) ? null : await forge.cloneCredentials(repo, { id, lifeSec }),
  };
}

/** Returns whether a stage gets no credentials: a public repository needs none, and steps of a fork could steal them. */
function isOpenFork(repo: Repo, { event, source_repo }: Build): boolean {
  return !repo.isForgePrivate && isOfStrangers(event, source_repo, repo.slug);
}

/** Returns the source branch of a pull request, if the forge has no ref for it in the target repository. */
function findCloneSource(
  forge: Forge,
  repo: Repo,
  { ref, source, source_repo }: Build,
): Pick<StageDetails, 'cloneSource'> {
  if (!forge.lacksPullRefs || readRef(ref).kind !== 'pull_request') return {};
  const url = forge.cloneUrl(homeOfCommits(forge, repo, source_repo));
  return { cloneSource: { url, ref: branchRef(source) } };
}
