import type { Reader } from '@millrace/build-rules';
import type { BisectionOutcome, BisectionStatus } from '@millrace/contract/vocabulary';
import type { FlakinessGuess } from '../../domain/bisection/flakiness.ts';
import type { ForgeCommit } from '../../forges/forge.ts';

/** `starter` of a bisection that no person started. */
export const automaticStarter = '@auto';

/** A search for the commit with which a step began to fail. */
export interface Bisection {
  id: number;
  repoId: number;
  status: BisectionStatus;
  /** Reason why it could not continue; empty for none. */
  error: string;
  /** Login of the account that started it, or {@link automaticStarter}. */
  starter: string;
  reader: Reader;
  /** Login of the account that canceled it; empty for none. */
  canceledBy: string;
  /** Number of the failed build for which it was started, and id of its step. */
  build: number;
  stepId: number;
  stage: string;
  step: string;
  /** Last build in which the step passed. */
  goodBuild: number;
  goodCommit: string;
  /** First build in which it failed. */
  badBuild: number;
  badCommit: string;
  /** Number of failed builds before it was started. */
  failures: number;
  flakiness: FlakinessGuess[];
  /** Positions of the commits that it found, from 1; 0 for none. */
  firstBad: number;
  lastBad: number;
  /** Probability of the answer; 0 while it is running. */
  confidence: number;
  created: number;
  finished: number;
}

export type NewBisection = Omit<Bisection, 'id'>;

/** A run of the step on a commit. */
export interface BisectionRun {
  number: number;
  /** Position of the commit, from 1. */
  commit: number;
  /** Number of its build; 0 if the commit has no such step. */
  build: number;
  /** Empty until the build has finished. */
  outcome: BisectionOutcome | '';
  created: number;
}

/** A run with a result. */
export type FinishedRun = BisectionRun & { outcome: BisectionOutcome };

/** Commits in order, the first one after the good build at position 1. */
export type BisectionCommits = readonly ForgeCommit[];

export function isFinishedRun(run: BisectionRun): run is FinishedRun {
  return run.outcome !== '';
}
