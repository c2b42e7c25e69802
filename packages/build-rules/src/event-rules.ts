import { type BuildEvent, isFinished, type Status } from '@millrace/contract/vocabulary';

/** Settings of a repository that decide which events start builds. */
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
  /** Whether the event comes from a forge, not from a person or a cron job. */
  isHook: boolean;
  isFork: boolean;
  /** Title of a pull request; otherwise empty. */
  title: string;
  /** Message of the commit. A description, which may quote a skip marker, asks for nothing. */
  message: string;
}

/** Reason why an event of a forge started no build. */
export interface SkippedEvent {
  reason: string;
  /** Whether the pipeline file of the target branch excludes the event. The author cannot cause that. */
  isExcludedByTarget: boolean;
}

/** Returns why an event starts no build, or null if it does. */
export function refuseEvent(rules: RepoRules, facts: EventFacts): string | null {
  if (!facts.isHook) return null;
  if (facts.event === 'pull_request') {
    if (rules.ignorePullRequests) return 'pull requests are disabled';
    if (rules.ignoreForks && facts.isFork) return 'forks are disabled';
  }
  // Release tools put the skip marker into their own commit, then tag it to build the release.
  if (facts.event === 'tag') return null;
  if (requestsSkip(facts.title)) return 'the title asks to skip';
  return requestsSkip(facts.message) ? 'the commit message asks to skip' : null;
}

/** Accounts that may approve builds: with write permission, or administrators of the repository. */
export type Approvals = 'writers' | 'admins';

/** Returns whether an account with write permission may approve builds. */
export function mayApprove(approvals: Approvals, isAdmin: boolean): boolean {
  return approvals === 'writers' || isAdmin;
}

/** Properties of a pipeline file that the rules depend on. */
interface FileFacts {
  isSigned: boolean;
  /** Whether the file uses features that need a trusted repository. */
  needsTrust: boolean;
}

/**
 * Returns whether a build must wait for approval: in a protected repository, unless somebody asked for it who may
 * approve builds, and if a commit from a fork needs a trusted repository. A signed file does not wait.
 */
export function needsApproval(
  rules: RepoRules,
  { isFork, isByApprover }: Pick<EventFacts, 'isFork'> & { isByApprover: boolean },
  file: FileFacts,
): boolean {
  const isGuarded = (rules.isProtected && !isByApprover) || (isFork && file.needsTrust);
  return isGuarded && !file.isSigned;
}

interface BuildFacts {
  event: BuildEvent;
  ref: string;
  number: number;
  status: Status;
  bisection: number;
}

/** Returns whether a build is an older run of the same branch or pull request. */
export function isOlderRun(build: BuildFacts, older: BuildFacts): boolean {
  if (build.bisection || older.bisection || older.number >= build.number) return false;
  const isOfBranch = build.event === 'push' || build.event === 'pull_request';
  return isOfBranch && older.event === build.event && older.ref === build.ref;
}

/**
 * Returns whether a new build makes an unfinished older run obsolete: by the settings of the repository, or by the
 * pipeline file of the new build.
 *
 * @param stages of the older run
 * @param interruptible names of the stages that the file lets a newer build cancel
 */
export function supersedes(
  rules: RepoRules,
  older: BuildFacts,
  stages: readonly { name: string; matrixOf: string; started: number }[],
  interruptible: ReadonlySet<string>,
): boolean {
  if (isFinished(older.status)) return false;
  const started = stages.filter((stage) => stage.started > 0);
  // A blocked build waits until a person starts a stage. Others of its stages may have run.
  const isRunning =
    older.status === 'running' || (older.status === 'blocked' && started.length > 0);
  const isEnabled =
    older.event === 'pull_request' ? rules.autoCancelPullRequests : rules.autoCancelPushes;
  if (isEnabled && (!isRunning || rules.autoCancelRunning)) return true;
  // The stages of a matrix may have other names than in the newer build.
  const isInterruptible = ({ name, matrixOf }: { name: string; matrixOf: string }) =>
    interruptible.has(name) || interruptible.has(matrixOf);
  return interruptible.size > 0 && started.every(isInterruptible);
}

/**
 * Decision of extensions about a pipeline file: no build starts (`skip`), or its stages wait for approval (`block`),
 * as the named extension wants.
 */
export type FileVerdict = { kind: 'accept' } | { kind: 'skip' } | { kind: 'block'; by: string };

/** Returns whether the message requests no build: `[ci skip]`, `[skip ci]`, `***no_ci***` and similar. */
export function requestsSkip(text: string): boolean {
  return /\[(?:ci skip|skip ci|no ci|ci-skip|skip-ci)\]|\*{3}no_ci\*{3}/i.test(text);
}
