/** Unix seconds; 0 means "not yet". */
type TimeSec = number;

/** A build that a repository has at set times. */
export interface Cron {
  id: number;
  repoId: number;
  name: string;
  expr: string;
  /** The due time; 0 when there is none. Whoever moves it on has the run. */
  next: TimeSec;
  /** The due time of the last run. */
  prev: TimeSec;
  branch: string;
  /** The environment that its builds are for; empty for none. */
  target: string;
  disabled: boolean;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}

/** A cron job with the due time of a run that has not started. */
export interface ClaimedCron extends Cron {
  due: TimeSec;
}
