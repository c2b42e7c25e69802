import type { Build } from '@millrace/build-rules';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import { branchRef, readRef } from '@millrace/pipeline/git-ref';

/**
 * Builds whose results follow each other: of a branch, a pull request, a cron job, builds started by hand on a branch,
 * a deployment target, or all tags.
 */
export interface BuildLine {
  events: BuildEvent[];
  ref?: string;
  cron?: string;
  deployTo?: string;
  /** Set for the builds of one commit, which is not the newest one of its branch. */
  commit?: string;
}

/** Events whose results are the state of a branch. */
export const ofBranchState: BuildEvent[] = ['push'];

type LineFacts = Pick<Build, 'event' | 'ref' | 'cron' | 'deployTo' | 'parent' | 'after'>;

/** Events whose builds run the pipelines of a branch. */
export const ofBranches: BuildEvent[] = ['push', 'custom', 'cron'];

/**
 * Returns the line of a build.
 *
 * The state of a branch is that of its newest commit: a restart continues the line only if it repeats the newest commit,
 * with its newest result. A restart of an older commit is compared with other builds of that commit. Builds of cron
 * jobs, deployments and builds started by hand have lines of their own.
 *
 * @param newestCommit commit of the newest earlier build of the line that is not a restart; undefined if there is none
 */
export function lineOf(build: LineFacts, newestCommit: string | undefined): BuildLine {
  const line = ownLine(build);
  const isOlder = newestCommit !== undefined && newestCommit !== build.after;
  return isRestart(build) && isOlder ? { ...line, commit: build.after } : line;
}

/** Whether a build repeats an earlier one of its line. Every deployment changes the state of its target. */
export function isRestart({ event, parent }: Pick<LineFacts, 'event' | 'parent'>): boolean {
  return parent > 0 && !isDeployment(event);
}

/** Returns the line of a build that is not a restart of an older commit. */
export function ownLine({
  event,
  ref,
  cron,
  deployTo,
}: Omit<LineFacts, 'parent' | 'after'>): BuildLine {
  if (isDeployment(event)) return { deployTo, events: ['promote', 'rollback'] };
  if (event === 'tag') return { events: ['tag'] };
  return event === 'cron' ? { ref, cron, events: ['cron'] } : { ref, events: [event] };
}

/** Returns the line of the builds to compare with: for a pull request, those of its target branch. */
export function baseLine(build: Pick<Build, 'event' | 'target'>, line: BuildLine): BuildLine {
  return build.event === 'pull_request' ? lineOfRef(branchRef(build.target)) : line;
}

/** Returns the line whose newest result is the state of a branch, a tag or a pull request. */
export function lineOfRef(ref: string): BuildLine {
  const { kind } = readRef(ref);
  if (kind === 'tag' || kind === 'pull_request') return { ref, events: [kind] };
  return { ref, events: ofBranchState };
}

function isDeployment(event: BuildEvent): boolean {
  return event === 'promote' || event === 'rollback';
}
