import type { BuildEvent, Status } from '@millrace/contract/vocabulary';

/** Unix seconds; 0 means "not yet". */
type TimeSec = number;

/** One run of the pipelines of a commit. */
export interface Build {
  id: number;
  repoId: number;
  number: number;
  /** `@hook`, `@cron`, or the login of the person who asked. */
  trigger: string;
  /** The authenticated account behind it, never the commit's author. */
  sender: string;
  /** The number of the build that it repeats; 0 for none. */
  parent: number;
  status: Status;
  error: string;
  event: BuildEvent;
  action: string;
  /** The commit at its forge. */
  link: string;
  title: string;
  message: string;
  before: string;
  after: string;
  ref: string;
  sourceRepo: string;
  source: string;
  target: string;
  authorLogin: string;
  authorName: string;
  authorEmail: string;
  authorAvatar: string;
  committed: TimeSec;
  params: Record<string, string>;
  /** Problems in the pipeline file that do not stop the build. */
  warnings: string[];
  cron: string;
  deployTo: string;
  /** Id of the webhook delivery that created the build, unique per repository; null for other builds. */
  delivery: string | null;
  isDebug: boolean;
  /** Login of the account that canceled it; empty for none. */
  canceledBy: string;
  /** Counts from 1, how often its failed stages were started again. */
  attempt: number;
  started: TimeSec;
  finished: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  /** Grows with every change of the build, its stages and its steps. */
  version: number;
}

/** Input from which the stages of a build are planned. */
export interface BuildFile {
  /** The pipeline file; empty if it must be read again. */
  config: string;
  /** Files changed by the commits of the build; undefined if unknown or not needed. */
  changedPaths?: string[] | undefined;
}

/** One time that the stages of a build ran: the first, or a restart of those that had failed. */
export interface Attempt {
  number: number;
  /** The account that asked for it. */
  login: string;
  created: TimeSec;
  status: Status;
  started: TimeSec;
  finished: TimeSec;
}

/** One pipeline of a build, carried out by one runner. */
export interface Stage {
  id: number;
  repoId: number;
  buildId: number;
  number: number;
  name: string;
  kind: string;
  type: string;
  status: Status;
  error: string;
  exitCode: number;
  /** The name of the runner that claimed it; empty for none. */
  machine: string;
  /** Id of the start of the runner that claimed it; empty for one that sends none. */
  runner: string;
  os: string;
  arch: string;
  variant: string;
  kernel: string;
  labels: Record<string, string>;
  /** Maximum running stages of this name in the repository; 0 is no limit. */
  concurrency: number;
  /** Names of stages. */
  dependsOn: string[];
  onSuccess: boolean;
  onFailure: boolean;
  /** Login of the account that approved or declined it; empty for none. */
  decidedBy: string;
  /** The attempt of its build that it runs in. */
  attempt: number;
  started: TimeSec;
  stopped: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}

/** A stage that is not over, with the number of its build and the limit of its repository. */
export interface OpenStage extends Stage {
  buildNumber: number;
  /** Maximum running stages of the repository; 0 is no limit. */
  throttle: number;
}

/** One step of a stage. */
export interface Step {
  id: number;
  stageId: number;
  number: number;
  name: string;
  status: Status;
  error: string;
  ignoresErrors: boolean;
  exitCode: number;
  started: TimeSec;
  stopped: TimeSec;
  dependsOn: string[];
  image: string;
  isDetached: boolean;
  /** The address of its card's template; empty for none. */
  schema: string;
  /** Somebody deleted its log. */
  hasDeletedLog: boolean;
  /** It says something of itself in Markdown. */
  hasSummary: boolean;
  /** Tells a runner's report on the newest state from one on an older one. */
  version: number;
}

export type NewBuild = Omit<Build, 'id' | 'number' | 'version'>;
export type NewStage = Omit<Stage, 'id' | 'buildId' | 'version'>;
export type NewStep = Omit<Step, 'id' | 'version'>;
