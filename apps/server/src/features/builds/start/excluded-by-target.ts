import { AppError, RetryLaterError } from '@millrace/contract/api-errors';
import { branchRef } from '@millrace/pipeline/git-ref';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge } from '../../../forges/forge.ts';
import { homeOfCommits } from '../../../forges/home-of-commits.ts';
import { findChangedPaths } from './changed-paths.ts';
import type { ConfigReader } from './config-reader.ts';
import type { ReadStages } from './read-stages.ts';

interface Deps {
  forge: Pick<Forge, 'findCommit' | 'listChangedPaths' | 'lacksPullRefs'>;
  configReader: Pick<ConfigReader, 'read'>;
  readStages: ReadStages;
}

/** Returns the branch that the commit of an event is proposed to, or would be merged into. */
export function findTargetBranch(repo: Repo, { event, target }: BuildRequest): string {
  return event === 'pull_request' ? target : repo.defaultBranch;
}

/**
 * Returns whether the pipeline file at the head of the target branch starts no pipeline for an event either. The file
 * of the event's own commit cannot decide that, because its author could exclude every event.
 */
export async function isExcludedByTarget(
  { forge, configReader, readStages }: Deps,
  repo: Repo,
  request: BuildRequest,
): Promise<boolean> {
  const head = await forge.findCommit(repo, branchRef(findTargetBranch(repo, request)));
  if (!head) return false;
  const { sourceRepo, ...own } = request;
  try {
    const { config, error } = await configReader.read(repo, { ...own, commit: head });
    if (error) return false;
    const home = homeOfCommits(forge, repo, sourceRepo);
    const compared = compareWith(head.sha, request);
    const { paths } = await findChangedPaths(forge, home, config, compared);
    const { errors, stages } = await readStages(repo, request, { config, changedPaths: paths });
    return errors.length === 0 && stages.length === 0;
  } catch (error) {
    // The target branch has no pipeline file.
    if (error instanceof AppError && !(error instanceof RetryLaterError)) return false;
    throw error;
  }
}

/** A push to another branch is compared with the target branch: its earlier pushes may have changed other files. */
function compareWith(head: string, request: BuildRequest): BuildRequest {
  const isMerged = head === request.commit.sha;
  if (request.event === 'pull_request' || isMerged) return request;
  return { ...request, before: head, listedPaths: undefined };
}
