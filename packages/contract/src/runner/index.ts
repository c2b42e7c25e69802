import type { Build, Stage, Step } from '../api/builds.ts';
import type { Line } from '../api/logs.ts';
import type { Repo } from '../api/repos.ts';
import type { Card } from '../card.ts';

/** Which stages a runner can carry out. Absent platform fields match any. */
export interface StageFilter {
  kind: 'pipeline';
  type: string;
  os?: string;
  arch?: string;
  variant?: string;
  kernel?: string;
  labels?: Record<string, string>;
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
  /** Public address of the server, for links and `DRONE_SYSTEM_*`. */
  system: { proto: string; host: string; link: string; version: string };
  netrc: Netrc | null;
}

/**
 * The server as a runner sees it: in process, or over HTTP. Order of a stage's life: request,
 * accept, details, updateStage(running, every step pending), then per step updateStep(running),
 * appendLogs…, updateStep(final), and at last updateStage(final).
 *
 * Every write can fail with {@link RunnerConflict}: the stage was cancelled or belongs to another
 * runner, and this runner must stop its work on it.
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
}

export class RunnerConflict extends Error {
  override name = 'RunnerConflict';
}
