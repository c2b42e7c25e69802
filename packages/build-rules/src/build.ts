import type { ExpirableData } from '@millrace/contract/retention';
import type { BuildEvent, FailureCause, Status } from '@millrace/contract/vocabulary';
import type { DecidedMatrices, RetryPolicy } from '@millrace/pipeline';
import type { ManualPermission } from '@millrace/pipeline/vocabulary';

/** Unix seconds; 0 means "not yet". */
type TimeSec = number;

/**
 * On whose behalf a build reads files of other repositories: the id of an account, and what its access token withholds.
 * Empty for the sender of the build.
 */
export type Reader = string;

/** One run of the pipelines of a commit. */
export interface Build {
  id: number;
  repoId: number;
  number: number;
  /** `@hook`, `@cron`, or the login of the person who started the build. */
  trigger: string;
  /** The authenticated account that caused the event, not the author of the commit. */
  sender: string;
  reader: Reader;
  /** Number of the build that was restarted, promoted or rolled back; 0 for none. */
  parent: number;
  status: Status;
  error: string;
  event: BuildEvent;
  action: string;
  /** URL of the commit at the forge. */
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
  /** Stage and step before which the build pauses; empty for none. */
  pauseStage: string;
  pauseStep: string;
  /** Login of the account that canceled the build; empty for none. */
  canceledBy: string;
  /**
   * Final status of a build that was cancelled or superseded while its stages still clean up; empty otherwise. The build is
   * not finished until they are.
   */
  ending: '' | 'killed' | 'skipped';
  /** Number of stages whose failure the finished build ignores. */
  ignoredFailures: number;
  /** Whether retention and purges spare the build. */
  isPinned: boolean;
  /** Data that retention deleted. */
  expired: ExpirableData[];
  /** Number of the current attempt, from 1. */
  attempt: number;
  /**
   * Id of the bisection that it belongs to; 0 for none. Such a build says nothing about the newest state of its branch.
   */
  bisection: number;
  /** Number of the earlier build whose pipeline file it changes; 0 if it changes none. */
  fileBase: number;
  started: TimeSec;
  finished: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  /** Increases with every change of the build, its stages and its steps. */
  version: number;
}

/** Input from which the stages of a build are planned. */
export interface BuildFile {
  /** The pipeline file; empty if it must be read again. */
  config: string;
  /** Files changed by the commits of the build; undefined if unknown or not needed. */
  changedPaths?: string[] | undefined;
  /** Lists that outputs have decided, by pipeline and variable of its matrix. */
  matrices?: DecidedMatrices;
  /** Hash of the file before its conversion, by which changes of it are recognized; absent if unknown. */
  sourceHash?: string | undefined;
}

/** One run of a build: the first one, or a restart of its failed stages. */
export interface Attempt {
  number: number;
  /** Login of the account that started the attempt. */
  login: string;
  created: TimeSec;
  status: Status;
  started: TimeSec;
  finished: TimeSec;
}

/** Rules of the pipeline file and of the server. */
interface StageRetry extends RetryPolicy {
  /** Maximum number of further tries after failures of the infrastructure. */
  infrastructure: number;
}

/** One pipeline of a build. It runs on one runner. */
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
  /** Name of the runner that claimed the stage; empty for none. */
  machine: string;
  /** Id of the process of the runner that claimed the stage; empty for a runner that sends none. */
  runner: string;
  os: string;
  arch: string;
  variant: string;
  kernel: string;
  labels: Record<string, string>;
  /** Maximum number of running stages of this name in the repository; 0 is no limit. */
  concurrency: number;
  /** Names of stages. */
  dependsOn: string[];
  onSuccess: boolean;
  onFailure: boolean;
  /** Whether the build goes on after a failure as if the stage had succeeded. */
  ignoresFailure: boolean;
  /** Permission of people who may start the stage; empty for a stage that starts by itself. */
  manual: ManualPermission | '';
  /** Whether a manual stage also needs an approval, as all stages of its build do. */
  needsApproval: boolean;
  /**
   * Name of its pipeline if outputs decide the values of its matrix; empty for all other stages. The stage with this name
   * stands for those of the combinations until the values are known.
   */
  matrixOf: string;
  /** Login of the account that approved, started or declined the stage; empty for none. */
  decidedBy: string;
  /** Note of this account about its decision; empty for none. */
  decisionNote: string;
  /** Rank in the queue, one of `priorities`. */
  priority: number;
  /** Number of the attempt in which the stage runs. */
  attempt: number;
  /** When the stage runs again by itself. */
  retry: StageRetry;
  /** Number of times that the stage has run again by itself. */
  retries: number;
  /** Cause of a failure that is not the code; empty for others. */
  failureCause: FailureCause | '';
  /** Why the cluster that runs its steps makes it wait; empty if it does not. */
  clusterWait: string;
  /** Kernel and processors of the machine that ran the stage; empty if unknown. */
  host: { kernel: string; cpu: string };
  /** Whether the runner runs steps after a cancel, before it ends the stage. */
  cleansUp: boolean;
  started: TimeSec;
  stopped: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}

/** An unfinished stage, with the number of its build and the limit of its repository. */
export interface OpenStage extends Stage {
  buildNumber: number;
  /** Owner of the repository. */
  namespace: string;
  /** Maximum number of running stages of the repository; 0 is no limit. */
  throttle: number;
}

/** Facts about a machine that nobody has reported. */
export const unknownHost: Stage['host'] = { kernel: '', cpu: '' };

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
  /** Milliseconds from start to end; 0 if unknown. */
  durationMs: number;
  dependsOn: string[];
  image: string;
  /** Image that ran: its name with a digest, or the id of an image without a digest; empty if unknown. */
  imageDigest: string;
  isDetached: boolean;
  /** URL of the card's template; empty for none. */
  schema: string;
  /** Whether its log was deleted. */
  hasDeletedLog: boolean;
  /** Whether it has a summary in Markdown. */
  hasSummary: boolean;
  /** Increases with every change. A report with an older version is rejected. */
  version: number;
}

/** A finished build of another server, with its stages and steps. `key` identifies a step there. */
export interface PastBuild {
  build: Omit<Build, 'id'>;
  stages: {
    stage: Omit<Stage, 'id' | 'buildId'>;
    steps: { step: Omit<Step, 'id' | 'stageId'>; key: number }[];
  }[];
}

export type NewBuild = Omit<Build, 'id' | 'number' | 'version'>;
export type NewStage = Omit<Stage, 'id' | 'buildId' | 'version'>;
export type NewStep = Omit<Step, 'id' | 'version'>;

/** Fields of a stage that no runner has claimed. */
export const notStarted = {
  retries: 0,
  failureCause: '',
  clusterWait: '',
  host: unknownHost,
  cleansUp: false,
  error: '',
  exitCode: 0,
  machine: '',
  runner: '',
  started: 0,
  stopped: 0,
} as const satisfies Partial<Stage>;
