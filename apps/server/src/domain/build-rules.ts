import type { BuildEvent, Status } from '@millrace/contract/vocabulary';
import { asksToSkip } from './commit-message.ts';

/** The settings of a repository that decide what its events start. */
export interface RepoRules {
  ignorePullRequests: boolean;
  ignoreForks: boolean;
  isProtected: boolean;
  autoCancelPullRequests: boolean;
  autoCancelPushes: boolean;
  autoCancelRunning: boolean;
}

/** Properties of an event that the rules depend on. */
export interface EventFacts {
  event: BuildEvent;
  /** True for what a forge told; false for what a person or the clock started. */
  isHook: boolean;
  isFork: boolean;
  /** Of a pull request; empty for everything else. */
  title: string;
  /** Of the commit. */
  message: string;
}

/** Why an event starts nothing, or null when it starts a build. */
export function refuseEvent(rules: RepoRules, facts: EventFacts): string | null {
  if (!facts.isHook) return null;
  if (facts.event === 'pull_request') {
    if (rules.ignorePullRequests) return 'pull requests are disabled';
    if (rules.ignoreForks && facts.isFork) return 'forks are disabled';
  }
  // Release tools put the skip marker into their own commit, then tag it to build the release.
  if (facts.event === 'tag') return null;
  if (asksToSkip(facts.title)) return 'the title asks to skip';
  return asksToSkip(facts.message) ? 'the commit message asks to skip' : null;
}

/** Properties of a pipeline file that the rules depend on. */
interface FileFacts {
  isSigned: boolean;
  /** Whether it does what only a trusted repository may do. */
  needsTrust: boolean;
}

/**
 * Whether what a forge told waits for approval: in a protected repository, and where somebody's fork
 * wants what the repository alone is trusted with. A signed file does not wait.
 */
export function needsApproval(
  rules: RepoRules,
  facts: Pick<EventFacts, 'isHook' | 'isFork'>,
  file: FileFacts,
): boolean {
  const isOpen = !rules.isProtected && !(facts.isFork && file.needsTrust);
  return facts.isHook && !file.isSigned && !isOpen;
}

interface BuildFacts {
  event: BuildEvent;
  ref: string;
  number: number;
  status: Status;
}

/** Whether a new build makes an older one of the same event and ref superfluous. */
export function supersedes(rules: RepoRules, build: BuildFacts, older: BuildFacts): boolean {
  if (older.number >= build.number || older.event !== build.event || older.ref !== build.ref) {
    return false;
  }
  const isWanted =
    build.event === 'pull_request'
      ? rules.autoCancelPullRequests
      : build.event === 'push' && rules.autoCancelPushes;
  if (!isWanted) return false;
  return older.status === 'pending' || (older.status === 'running' && rules.autoCancelRunning);
}
