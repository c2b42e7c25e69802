import type { Build, Stage, Step } from '../api/builds.ts';
import type { Line } from '../api/logs.ts';
import type { Repo } from '../api/repos.ts';
import type { Card } from '../card.ts';
import type { FileKind } from '../step-files.ts';

/**
 * Stages that a runner accepts. Without platform fields, it accepts all platforms. Name, capacity and steps
 * are shown to people who ask why a stage is waiting, or how its steps are isolated.
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
  /** Description of the isolation of steps. */
  steps?: string | undefined;
}

/** Credentials for `git` over HTTP, valid for the life of the stage. */
export interface Netrc {
  machine: string;
  login: string;
  password: string;
}

export interface StageSecret {
  name: string;
  data: string;
}

/** Everything that a runner needs to run a stage. */
export interface StageDetails {
  repo: Repo;
  build: Build;
  stage: Stage;
  /** Text of the pipeline file at the build's commit. */
  config: string;
  secrets: StageSecret[];
  /** Files changed by the build's commits; absent if unknown. */
  changedPaths?: string[] | undefined;
  /** Git reference to fetch the commit from; absent if it is the build's own reference. */
  cloneSource?: { url: string; ref: string } | undefined;
  /** Public URL of the server, for links and `DRONE_SYSTEM_*`. */
  system: { proto: string; host: string; link: string; version: string };
  netrc: Netrc | null;
}

/** A stage as reported by a runner. All other fields belong to the server. */
export type StageReport = Pick<Stage, 'id' | 'status'> &
  Omit<Partial<Stage>, 'steps'> & {
    steps?: StepReport[] | undefined;
  };

/** A step as reported by a runner. The first report of its stage creates it. */
export type StepReport = Pick<Step, 'number' | 'name' | 'status'> & Partial<Step>;

/** A file collected from a step. */
export interface StepFile {
  kind: FileKind;
  /** Relative to the workspace, with `/` as separator. */
  path: string;
  /** Bytes. */
  size: number;
  /** Reads from the beginning on each call; throws if the file has changed. */
  read(): AsyncIterable<Uint8Array>;
}

/**
 * The server as seen by a runner: in process, or over HTTP. Order of calls for a stage: request, accept,
 * details, updateStage(running, every step pending), then per step updateStep(running), appendLogs…,
 * sendFile…, updateStep(final), and finally updateStage(final).
 * Every write can fail with {@link RunnerConflict}: the stage was cancelled or belongs to another runner,
 * and this runner must stop working on it. Other failures may be temporary. Reports are idempotent, so the
 * runner may repeat them.
 */
export interface RunnerApi {
  /** Waits for a matching stage; null if the wait times out. */
  requestStage(filter: StageFilter, signal: AbortSignal): Promise<Stage | null>;
  /** Claims the stage for `machine`. */
  acceptStage(stageId: number, machine: string): Promise<Stage>;
  getStageDetails(stageId: number): Promise<StageDetails>;
  /**
   * Reports the status of the stage. The first report, `running`, includes the steps, and the response
   * contains the ids that the server assigned to them.
   */
  updateStage(stage: Stage): Promise<Stage>;
  updateStep(step: Step): Promise<Step>;
  /** Resolves to true once the build is cancelled or finished, to false if the wait times out. */
  watchBuild(buildId: number, signal: AbortSignal): Promise<boolean>;
  /** Stores lines; resolves once they are durable. Repeated lines are stored once. */
  appendLogs(stepId: number, lines: Line[]): Promise<void>;
  /** Sets or replaces the card of a running step. An invalid card is dropped. */
  createCard(stepId: number, card: Card): Promise<void>;
  /**
   * Uploads a file of a running step and replaces a file of the same kind and path. Fails with {@link
   * FileRefusal} if the server rejects the file; the step and its other files are not affected.
   */
  sendFile(stepId: number, file: StepFile, signal: AbortSignal): Promise<void>;
}

export class RunnerConflict extends Error {
  override name = 'RunnerConflict';
}

/** The message is shown in the step's log. */
export class FileRefusal extends Error {
  override name = 'FileRefusal';
}
