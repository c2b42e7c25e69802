import type { Status } from '@millrace/contract/vocabulary';
import type { Generated, Selectable } from 'kysely';
import type { Flag, TimeSec } from './columns.ts';

/** Open and failed jobs. */
interface JobsTable {
  id: Generated<number>;
  kind: string;
  key: string;
  place: number;
  /** JSON. Its schema depends on the kind of job. */
  payload: string;
  since: TimeSec;
  /** Time at which the job is due; for a failed job, the time of the failure. */
  due: TimeSec;
  tries: number;
  aside: Generated<Flag>;
  revision: Generated<number>;
  /** Last error of a failed job; null for an open job. */
  error: string | null;
}

interface CronsTable {
  id: Generated<number>;
  repo_id: number;
  name: string;
  expr: string;
  time_zone: string;
  /** Time of the next run; 0 if there is none. The server that advances it claims the run. */
  next: TimeSec;
  /** Time of the last run. */
  prev: TimeSec;
  branch: string;
  target: string;
  disabled: Flag;
  reader: Generated<string>;
  error: string;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}

/** Webhook deliveries. Rows remain after processing, so that repeated deliveries are recognized. */
interface HookDeliveriesTable {
  id: Generated<number>;
  repo_id: number;
  delivery: string;
  received: TimeSec;
}

/** Statuses that were reported to the forge. */
interface CommitStatusesTable {
  build_id: number;
  /** Reported status; empty if none was reported. */
  shown: Status | '';
  /** Id of the build's deployment at the forge; empty if it has none. */
  deployment: string;
}

/** Jobs, cron jobs, webhook deliveries and commit statuses. */
export interface JobTables {
  jobs: JobsTable;
  crons: CronsTable;
  hook_deliveries: HookDeliveriesTable;
  commit_statuses: CommitStatusesTable;
}

export type JobRow = Selectable<JobsTable>;
export type CronRow = Selectable<CronsTable>;
