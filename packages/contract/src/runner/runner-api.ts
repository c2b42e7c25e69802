import type { Build, Stage, Step } from '../api/builds.ts';
import type { Line } from '../api/logs.ts';
import type { Repo } from '../api/repos.ts';
import type { Card } from '../card.ts';
import type { FileKind } from '../step-files.ts';

/**
 * Which stages a runner can carry out. Without any of the platform's fields it takes all platforms.
 * Name, capacity and steps are for people who wonder why a stage waits, or what it may see.
 */
export interface StageFilter {
  kind: string;
  type: string;
  os?: string | undefined;
  arch?: string | undefined;
  variant?: string | undefined;
  kernel?: string | undefined;
  labels?: Record<string, string> | undefined;
  machine?: string | undefined;
  capacity?: number | undefined;
  /** How its steps are kept apart from it, in words. */
  steps?: string | undefined;
}

/** Credentials for `git` over HTTP, valid for the stage's life. */
export interface Netrc {
  machine: string;
  login: string;
  password: string;
}

export interface StageSecret {
  name: string;
  data: string;
}

/** All that a runner needs to carry a stage out. */
export interface StageDetails {
  repo: Repo;
  build: Build;
  stage: Stage;
  /** Text of the pipeline file at the build's commit. */
  config: string;
  secrets: StageSecret[];
  /** The files that the build's commits changed; absent where that is not known. */
  changedPaths?: string[] | undefined;
  /** Where git finds the commit; absent where that is the build's reference in the repository. */
  cloneSource?: { url: string; ref: string } | undefined;
  /** Public address of the server, for links and `DRONE_SYSTEM_*`. */
  system: { proto: string; host: string; link: string; version: string };
  netrc: Netrc | null;
}

/** A stage as a runner reports it: every other field is the server's to know. */
export type StageReport = Pick<Stage, 'id' | 'status'> &
  Omit<Partial<Stage>, 'steps'> & {
    steps?: StepReport[] | undefined;
  };

/** A step as a runner reports it; the first report of its stage makes it. */
export type StepReport = Pick<Step, 'number' | 'name' | 'status'> & Partial<Step>;

/** A file that a step left. */
export interface StepFile {
  kind: FileKind;
  /** In the workspace, with `/` between its names. */
  path: string;
  /** In bytes. */
  size: number;
  /** Begins anew with each call; throws where the file is no longer what it was. */
  read(): AsyncIterable<Uint8Array>;
}

/**
 * The server as a runner sees it: in process, or over HTTP. Order of a stage's life: request,
 * accept, details, updateStage(running, every step pending), then per step updateStep(running),
 * appendLogs…, sendFile…, updateStep(final), and at last updateStage(final).
 *
 * Every write can fail with {@link RunnerConflict}: the stage was cancelled or belongs to another
 * runner, and this runner must stop its work on it. Any other failure may pass: a repeated report is
 * taken once.
 */
export interface RunnerApi {
  /** Waits for a stage that matches; null when the wait ended without one. */
  requestStage(filter: StageFilter, signal: AbortSignal): Promise<Stage | null>;
  /** Claims the stage for `machine`. */
  acceptStage(stageId: number, machine: string): Promise<Stage>;
  getStageDetails(stageId: number): Promise<StageDetails>;
  /**
   * Reports the stage's status. The first report, `running`, brings the steps, and the answer holds
   * the ids that the server gave them.
   */
  updateStage(stage: Stage): Promise<Stage>;
  updateStep(step: Step): Promise<Step>;
  /** Resolves true once the build is cancelled or done, false when the wait ended before that. */
  watchBuild(buildId: number, signal: AbortSignal): Promise<boolean>;
  /** Stores lines; resolves once they are durable. Repeated lines are taken once. */
  appendLogs(stepId: number, lines: Line[]): Promise<void>;
  /** Gives a step that runs its card, in place of the one before. One that breaks the rules is dropped. */
  createCard(stepId: number, card: Card): Promise<void>;
  /**
   * Gives a step that runs a file, in place of one of the same kind and path. Fails with
   * {@link FileRefusal} where this server does not keep it: the step and its other files go on.
   */
  sendFile(stepId: number, file: StepFile, signal: AbortSignal): Promise<void>;
}

export class RunnerConflict extends Error {
  override name = 'RunnerConflict';
}

/** The message is for the people who wait for the file. */
export class FileRefusal extends Error {
  override name = 'FileRefusal';
}
