import type { BisectionOutcome, BisectionStatus } from '@millrace/contract/vocabulary';
import type { Generated, Selectable } from 'kysely';
import type { Flag, TimeSec } from './columns.ts';

/** Searches for the commit with which a step began to fail. */
interface BisectionsTable {
  id: Generated<number>;
  repo_id: number;
  status: BisectionStatus;
  /** Reason why it could not continue. */
  error: string;
  /** Login of the account that started it, or `@auto`. */
  starter: string;
  reader: Generated<string>;
  canceled_by: string;
  /** Number of the failed build for which it was started, and id of its step. */
  build: number;
  step_id: number;
  stage: string;
  step: string;
  /** The last build in which the step passed, and the first one in which it failed. */
  good_build: number;
  good_commit: string;
  bad_build: number;
  bad_commit: string;
  /** Number of failed builds before it was started. */
  failures: number;
  /** JSON list of rates with their weights. */
  flakiness: string;
  /** Positions of the commits that it found; 0 for none. */
  first_bad: number;
  last_bad: number;
  /** Probability of the answer. */
  confidence: number;
  created: TimeSec;
  finished: TimeSec;
}

/** Commits after the good build, up to that of the bad build. Positions count from 1. */
interface BisectionCommitsTable {
  bisection_id: number;
  position: number;
  sha: string;
  message: string;
  author_login: string;
  author_name: string;
  author_email: string;
  author_avatar: string;
  committed: TimeSec;
}

/** Runs of the step, one after another. */
interface BisectionRunsTable {
  bisection_id: number;
  number: number;
  /** Position of the commit. */
  position: number;
  /** Number of its build; 0 if the commit has no such step. */
  build: number;
  /** Empty until the build has finished. */
  outcome: BisectionOutcome | '';
  created: TimeSec;
}

interface BisectionSettingsTable {
  repo_id: number;
  /** Whether bisections start by themselves. */
  automatic: Flag;
  /** Whether results are reported as comments on the commit. */
  comments: Flag;
}

export type BisectionRow = Selectable<BisectionsTable>;
export type BisectionCommitRow = Selectable<BisectionCommitsTable>;

export interface BisectionTables {
  bisections: BisectionsTable;
  bisection_commits: BisectionCommitsTable;
  bisection_runs: BisectionRunsTable;
  bisection_settings: BisectionSettingsTable;
}
