import type { Build } from '@millrace/build-rules';
import { isFinished } from '@millrace/contract/vocabulary';
import { contextsOf, sharedContextOf } from './describe-status.ts';

export type BuildOfCommit = Pick<
  Build,
  'number' | 'event' | 'deployTo' | 'target' | 'ref' | 'status'
>;

/**
 * Returns the build whose status a context of a commit shows: the newest. Pull requests into several branches may
 * share a context, which shows a failed one, else an unfinished one: a build against a branch with a simpler pipeline
 * must not allow the merge into another branch.
 *
 * @param builds builds of the commit, newest first
 */
export function findShownBuild(
  statusName: string | null,
  context: string,
  builds: readonly BuildOfCommit[],
): BuildOfCommit | undefined {
  const sharing = builds.filter((build) => contextsOf(statusName, build).includes(context));
  if (context !== sharedContextOf(statusName)) return sharing[0];
  const current = sharing.filter(
    ({ ref }, at) => sharing.findIndex((newer) => newer.ref === ref) === at,
  );
  return (
    current.find(({ status }) => isFinished(status) && status !== 'success') ??
    current.find(({ status }) => !isFinished(status)) ??
    current[0]
  );
}
