import { branchRef } from '@millrace/contract/git-ref';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import type { Build } from './build.ts';

/** Builds that are compared with each other: of a branch, a pull request, a deployment target, or all tags. */
export type BuildLine =
  | { ref: string; events: BuildEvent[] }
  | { deployTo: string; events: BuildEvent[] }
  | { events: BuildEvent[] };

/** Events whose builds belong to a branch. */
export const ofBranches: BuildEvent[] = ['push', 'custom', 'cron'];

/** Returns the line that a build belongs to. */
export function ownLine({ event, ref, deployTo }: Build): BuildLine {
  if (event === 'pull_request') return { ref, events: ['pull_request'] };
  if (event === 'promote' || event === 'rollback') {
    return { deployTo, events: ['promote', 'rollback'] };
  }
  return event === 'tag' ? { events: ['tag'] } : { ref, events: ofBranches };
}

/** Returns the line of the builds to compare with: for a pull request, those of its target branch. */
export function baseLine(build: Build): BuildLine {
  if (build.event !== 'pull_request') return ownLine(build);
  return { ref: branchRef(build.target), events: ofBranches };
}
