import { RetryLaterError } from '@millrace/contract/api-errors';
import { readRef } from '@millrace/pipeline/git-ref';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { Forge, ForgeRepoRef } from '../../../forges/forge.ts';

/** Value of `before` for a new branch. */
const noCommit = /^0*$/;

/** Warning of a build whose changed files are unknown, if its pipeline file has conditions on paths. */
export const unknownPathsWarning =
  'The forge could not list the changed files: conditions on `paths` count as fulfilled';

/** Returns whether a pipeline file may have conditions on paths. */
export function hasPathConditions(config: string): boolean {
  return /\bpaths\b/.test(config);
}

interface ChangedPaths {
  /** Undefined if they are unknown or not needed. */
  paths: string[] | undefined;
  /** True if the forge could not list the paths. */
  isUnknown: boolean;
}

/** Lists the files that the commits of a build changed, for the conditions on `paths` in its pipeline file. */
export async function findChangedPaths(
  forge: Pick<Forge, 'listChangedPaths'>,
  repo: ForgeRepoRef,
  config: string,
  request: Pick<BuildRequest, 'event' | 'ref' | 'before' | 'commit' | 'isOverdue' | 'listedPaths'>,
): Promise<ChangedPaths> {
  const { event, ref, before = '', commit, isOverdue, listedPaths: listed } = request;
  if (noCommit.test(before) || !hasPathConditions(config)) {
    return { paths: undefined, isUnknown: false };
  }
  const pullRequest = event === 'pull_request' ? Number(readRef(ref).name) : undefined;
  try {
    const hints = { listed, pullRequest };
    const paths = await forge.listChangedPaths(repo, before, commit.sha, hints);
    return { paths: paths ?? undefined, isUnknown: paths === null };
  } catch (error) {
    if (isOverdue && error instanceof RetryLaterError) return { paths: listed, isUnknown: !listed };
    throw error;
  }
}
