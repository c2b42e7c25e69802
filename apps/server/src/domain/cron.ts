import type { Reader } from '@millrace/build-rules';

/** Unix seconds; 0 means "not yet". */
type TimeSec = number;

/** A cron job: starts a build of a branch on a schedule. */
export interface Cron {
  id: number;
  repoId: number;
  name: string;
  expr: string;
  /** Name of the time zone, as in `Europe/Vienna`. Empty for UTC. An expression can name another one. */
  timeZone: string;
  /** Time of the next run; 0 if there is none. The server that advances it claims the run. */
  next: TimeSec;
  /** Time of the last run. */
  prev: TimeSec;
  branch: string;
  /** Deployment target of its builds; empty for none. */
  target: string;
  disabled: boolean;
  /** Account that last changed it. Empty for the owner of the repository. */
  reader: Reader;
  /** Reason why the last run started no build; empty if it did. */
  error: string;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}

/** A cron job with the time of a claimed run that has not started. */
export interface ClaimedCron extends Cron {
  due: TimeSec;
}
