import type { Stage, Step } from '../build.ts';

/** A step as its runner reports it; the first report of its stage makes it. */
export type StepReport = Omit<Step, 'stageId' | 'hasDeletedLog' | 'hasSummary'>;

/** A stage as its runner reports it; what is 0 or empty the runner does not know. */
export type StageReport = Pick<
  Stage,
  'id' | 'status' | 'machine' | 'error' | 'exitCode' | 'started' | 'stopped' | 'version'
> & { steps: StepReport[] };

/** Commands to an existing build. */
export type BuildCommand =
  | { kind: 'claimStage'; stageId: number; machine: string; runner: string }
  | { kind: 'startStage'; runner: string; report: StageReport }
  | { kind: 'finishStage'; runner: string; report: StageReport }
  /** The runner of a stage is gone, unless it was heard of since this version of the stage. */
  | { kind: 'loseRunner'; stageId: number; version: number; reason: string }
  | { kind: 'reportStep'; runner: string; report: StepReport }
  | { kind: 'showCard'; stepId: number; schema: string }
  | { kind: 'deleteLog'; stepId: number }
  | { kind: 'showSummary'; stepId: number }
  /** Artifacts or test results of its steps have changed. */
  | { kind: 'changeFiles' }
  /** Something about the pipeline file means nothing here. */
  | { kind: 'warn'; text: string }
  | { kind: 'approveStage'; stage: number; login: string }
  /** Without a number, every stage that waits for a decision. */
  | { kind: 'declineStage'; stage?: number | undefined; login: string }
  | { kind: 'cancel'; login: string }
  /** Reruns the stages that did not succeed. */
  | { kind: 'restartFailed'; login: string }
  /** A newer build makes it superfluous. */
  | { kind: 'supersede' };

/** Why a command changes nothing, in words for who sent it. */
export interface Refusal {
  reason: 'conflict' | 'unknown' | 'unfit';
  message: string;
}
