import type { Forge, ForgeRepoRef } from '../../forges/forge.ts';
import { RetryLaterError } from '../../shared/errors.ts';

/** A new branch has nothing before it. */
const noCommit = /^0*$/;

/**
 * The files that a build's commits changed, for the conditions of its pipeline file on `paths`;
 * undefined where that cannot be told or nothing asks for it.
 */
export async function findChangedPaths(
  forge: Pick<Forge, 'listChangedPaths'>,
  repo: ForgeRepoRef,
  config: string,
  { before, after, isOverdue }: { before: string; after: string; isOverdue: boolean },
): Promise<string[] | undefined> {
  if (noCommit.test(before) || !/\bpaths\b/.test(config)) return undefined;
  try {
    return (await forge.listChangedPaths(repo, before, after)) ?? undefined;
  } catch (error) {
    if (isOverdue && error instanceof RetryLaterError) return undefined;
    throw error;
  }
}
