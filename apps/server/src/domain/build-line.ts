import { branchRef } from '@millrace/contract/git-ref';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import type { Build } from './build.ts';

/** Builds that are compared with each other: of a branch, of a pull request, of an environment, of all tags. */
export type BuildLine =
  | { ref: string; events: BuildEvent[] }
  | { deployTo: string; events: BuildEvent[] }
  | { events: BuildEvent[] };

const ofBranches: BuildEvent[] = ['push', 'custom', 'cron'];

/** The builds that this one follows. */
export function ownLine({ event, ref, deployTo }: Build): BuildLine {
  if (event === 'pull_request') return { ref, events: ['pull_request'] };
  if (event === 'promote' || event === 'rollback') {
    return { deployTo, events: ['promote', 'rollback'] };
  }
  return event === 'tag' ? { events: ['tag'] } : { ref, events: ofBranches };
}

/** The builds that say what was well before: of a pull request those of the branch that it is for. */
export function baseLine(build: Build): BuildLine {
  if (build.event !== 'pull_request') return ownLine(build);
  return { ref: branchRef(build.target), events: ofBranches };
}
