import { isUnmerged } from '@millrace/build-host/builds/is-of-fork';
import type { Build } from '@millrace/build-rules';
import { matchGlob } from '@millrace/pipeline';
import { readRef } from '@millrace/pipeline/git-ref';
import type { Repo } from './repo.ts';

/** Patterns of the branches and tags of a repository that are protected besides its default branch. */
export interface ProtectedRefs {
  branches: readonly string[];
  tags: readonly string[];
}

export const noProtectedRefs: ProtectedRefs = { branches: [], tags: [] };

/** Facts about a build that its forge has confirmed. */
export type BuiltRef = Pick<Build, 'event' | 'ref' | 'target' | 'sourceRepo'>;

/**
 * Returns whether a build is of a protected branch or tag, so that protected runners take it. One of a pull request or of a
 * fork never is, whatever it is based on and whoever has restarted or promoted it, because nobody has merged its commit. Nor is
 * one whose commit is not on the branch that its starter named: its target is empty.
 */
export function isProtectedBuild(
  { event, ref, target, sourceRepo }: BuiltRef,
  { slug, defaultBranch }: Pick<Repo, 'slug' | 'defaultBranch'>,
  { branches, tags }: ProtectedRefs,
): boolean {
  if (isUnmerged(event, sourceRepo, slug)) return false;
  const { kind, name } = readRef(ref);
  if (kind === 'tag') return tags.some((pattern) => matchGlob(pattern, name));
  if (kind !== 'branch' || name !== target) return false;
  return name === defaultBranch || branches.some((pattern) => matchGlob(pattern, name));
}
