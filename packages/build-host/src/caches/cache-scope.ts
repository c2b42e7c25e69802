import type { Build } from '@millrace/build-rules';
import { readRef } from '@millrace/pipeline/git-ref';
import { isUnmerged } from '../builds/is-of-fork.ts';

/** The part of a repository's caches that a build writes, and the parts that it reads, in the order of its search. */
export interface CacheScopes {
  write: string;
  read: readonly string[];
}

export type ScopedBuild = Pick<
  Build,
  'id' | 'event' | 'ref' | 'target' | 'sourceRepo' | 'bisection'
>;

/**
 * Returns the scopes of a build. A build of a pull request or of a fork never writes a scope that a branch reads, because
 * its steps run code that nobody has merged; nor does a build of a bisection, whose commit is old. Each kind has its own prefix, so that no name of a branch or tag equals
 * another scope.
 */
export function cacheScopesOf(
  build: ScopedBuild,
  repo: { slug: string; defaultBranch: string },
): CacheScopes {
  const write = writeScopeOf(build, repo.slug);
  const read = [write, branchScope(build.target), branchScope(repo.defaultBranch)];
  return { write, read: [...new Set(read)] };
}

/** True for a scope of code that nobody has merged. */
export function isUnmergedScope(scope: string): boolean {
  return scope.startsWith('pull/') || scope.startsWith('build/');
}

function writeScopeOf(build: ScopedBuild, slug: string): string {
  const { id, event, ref, sourceRepo, bisection } = build;
  if (bisection) return `build/${id}`;
  const { kind, name } = readRef(ref);
  if (kind === 'pull_request') return `pull/${name}`;
  if (isUnmerged(event, sourceRepo, slug) || kind === 'other') return `build/${id}`;
  return kind === 'tag' ? `tag/${name}` : branchScope(name);
}

function branchScope(name: string): string {
  return `branch/${name}`;
}
