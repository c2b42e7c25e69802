import { readRef } from '@millrace/contract/git-ref';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { Forge, ForgeRepoRef } from '../../../forges/forge.ts';
import { RetryLaterError } from '../../../shared/errors.ts';

/** A new branch has nothing before it. */
const noCommit = /^0*$/;

/** Shown with a build whose conditions on paths could not be compared with anything. */
export const unknownPathsWarning =
  'The forge could not list the changed files: conditions on `paths` count as fulfilled';

interface ChangedPaths {
  /** Undefined if they are unknown or not needed. */
  paths: string[] | undefined;
  /** The forge was asked for the paths and could not list them. */
  isUnknown: boolean;
}

/** The files that a build's commits changed, for the conditions of its pipeline file on `paths`. */
export async function findChangedPaths(
  forge: Pick<Forge, 'listChangedPaths'>,
  repo: ForgeRepoRef,
  config: string,
  request: Pick<BuildRequest, 'event' | 'ref' | 'before' | 'commit' | 'isOverdue' | 'listedPaths'>,
): Promise<ChangedPaths> {
  const { event, ref, before = '', commit, isOverdue, listedPaths: listed } = request;
  if (noCommit.test(before) || !/\bpaths\b/.test(config)) {
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
