import type { Generated } from 'kysely';
import type { Flag, TimeSec } from './columns.ts';

/** Causes of failures, in all repositories. */
interface CausesTable {
  id: Generated<number>;
  /** Number of failures, for the weights of facts. */
  failures: number;
}

/** Facts by which a cause is recognized. */
interface CauseFactsTable {
  /** Hash of 53 bits. */
  fact: number;
  cause_id: number;
  /** Number of failures that had the fact. */
  failures: number;
}

/** Totals of a cause in a repository. They remain when its builds are deleted. */
interface RepoCausesTable {
  cause_id: number;
  repo_id: number;
  failures: number;
  /** Number of failures after which the step succeeded in a later attempt of the build. */
  recovered: number;
  /** Number and commit of the first build. */
  first_build: number;
  first_commit: string;
  first_seen: TimeSec;
  last_seen: TimeSec;
  step_name: Generated<string>;
  /** The error line that distinguishes the cause best, of the last failure. */
  title: Generated<string>;
  /** Given by a person; empty if there is none. */
  name: Generated<string>;
  /** URL of an issue; empty if there is none. */
  issue: Generated<string>;
  /** Whether builds with such failures alone are retried once. */
  retry: Generated<Flag>;
}

/** Totals of a cause in a repository and a week. They remain when builds are deleted. */
interface CauseWeeksTable {
  repo_id: number;
  /** Monday 00:00 UTC. */
  week: TimeSec;
  cause_id: number;
  failures: number;
  recovered: number;
  /** Time that the failed stages ran, in seconds. */
  lost: number;
}

/** Failed steps with their causes. */
interface FailuresTable {
  step_id: number;
  cause_id: number;
  build_id: number;
  recovered: Flag;
  /** End of the step. */
  failed: Generated<TimeSec>;
}

export interface CauseTables {
  causes: CausesTable;
  cause_facts: CauseFactsTable;
  repo_causes: RepoCausesTable;
  failures: FailuresTable;
  cause_weeks: CauseWeeksTable;
}
