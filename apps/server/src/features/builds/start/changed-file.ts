import { createHash } from 'node:crypto';
import { hookTrigger } from '@millrace/build-host/builds/build-input';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { Repo } from '../../../domain/repo.ts';

/**
 * Returns the hash by which the pipeline file of a build is compared with others. The file before its conversion is
 * hashed: a script may return another text for each build.
 */
export function hashSource(source: string): string {
  return createHash('sha256').update(source).digest('hex');
}

/**
 * Returns the number of the build whose pipeline file a push or a pull request changes; 0 for none. That is the newest
 * build of the branch that the commits go to, or for a new branch, of the default branch.
 */
export async function findFileBase(
  builds: Pick<BuildStore, 'findNewestFile'>,
  repo: Pick<Repo, 'id' | 'defaultBranch'>,
  { event, trigger, target }: Pick<BuildRequest, 'event' | 'trigger' | 'target'>,
  sourceHash: string | undefined,
): Promise<number> {
  if (!sourceHash || trigger !== hookTrigger) return 0;
  if (event !== 'push' && event !== 'pull_request') return 0;
  const newest =
    (await builds.findNewestFile(repo.id, target)) ??
    (await builds.findNewestFile(repo.id, repo.defaultBranch));
  if (!newest?.sourceHash || newest.sourceHash === sourceHash) return 0;
  return newest.build;
}
