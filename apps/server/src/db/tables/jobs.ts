import type { Status } from '@millrace/contract/vocabulary';
import type { Generated, Selectable } from 'kysely';
import type { Flag, TimeSec } from './columns.ts';

/** Jobs that are open, and those that have failed. */
interface JobsTable {
  id: Generated<number>;
  kind: string;
  key: string;
  place: number;
  /** JSON, in the shape of its kind. */
  payload: string;
  since: TimeSec;
  /** When it is due; for a failed job when it failed. */
  due: TimeSec;
  tries: number;
  aside: Generated<Flag>;
  revision: Generated<number>;
  /** The last error of a failed job; null for an open one. */
  error: string | null;
}

interface CronsTable {
  id: Generated<number>;
  repo_id: number;
  name: string;
  expr: string;
  /** The due time; 0 when there is none. Whoever moves it on has the run. */
  next: TimeSec;
  /** The due time of the last run. */
  prev: TimeSec;
  branch: string;
  target: string;
  disabled: Flag;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}

/** Due runs of servers of the version before 0032. They are moved into `jobs`. */
interface CronRunsTable {
  cron_id: number;
  due: TimeSec;
}

/** Webhook deliveries. Rows remain after processing, so that repeated deliveries are recognized. */
interface HookDeliveriesTable {
  id: Generated<number>;
  repo_id: number;
  delivery: string;
  received: TimeSec;
  /** The columns below are of servers before 0032. An event that is not null is moved into `jobs`. */
  event: string | null;
  due: TimeSec;
  tries: number;
  aside: Generated<Flag>;
}

/** Statuses that were reported to the forge. */
interface CommitStatusesTable {
  build_id: number;
  repo_id: number;
  /** Empty if none was reported. */
  shown: Status | '';
  /** The forge's name of the build's deployment; empty where there is none. */
  deployment: string;
  /** The columns below are of servers before 0032. A row that is due is moved into `jobs`. */
  due: TimeSec | null;
  change_id: number;
  since: TimeSec;
  tries: number;
}

/** Jobs, cron jobs, webhook deliveries and commit statuses. */
export interface JobTables {
  jobs: JobsTable;
  crons: CronsTable;
  cron_runs: CronRunsTable;
  hook_deliveries: HookDeliveriesTable;
  commit_statuses: CommitStatusesTable;
}

export type JobRow = Selectable<JobsTable>;
export type CronRow = Selectable<CronsTable>;
