import type { ExpirableData } from '@millrace/contract/retention';
import type { NewStage, Stage, Step } from '../build.ts';

/** A step as reported by its runner. The first report of a stage creates its steps. */
export type StepReport = Omit<Step, 'stageId' | 'hasDeletedLog' | 'hasSummary'>;

/** A stage as reported by its runner. Unknown fields are 0 or empty. */
export type StageReport = Pick<
  Stage,
  | 'id'
  | 'status'
  | 'machine'
  | 'error'
  | 'exitCode'
  | 'started'
  | 'stopped'
  | 'version'
  | 'failureCause'
  | 'host'
  | 'cleansUp'
> & { steps: StepReport[] };

/** Stages of the combinations of a matrix, none if a list is empty; or the error of the values. */
export type Expansion = { stages: NewStage[] } | { error: string };

/** Commands to an existing build. */
export type BuildCommand =
  | { kind: 'claimStage'; stageId: number; machine: string; runner: string }
  | { kind: 'startStage'; runner: string; report: StageReport }
  | { kind: 'finishStage'; runner: string; report: StageReport }
  /** The runner of a stage is lost, unless it has sent a heartbeat since this version of the stage. */
  | { kind: 'loseRunner'; stageId: number; version: number; reason: string }
  /** No runner has started a stage in time, unless it has changed since this version. */
  | { kind: 'expireStage'; stageId: number; version: number; reason: string }
  /** Outputs have decided the matrix of a placeholder: the stages that replace it, or why there are none. */
  | { kind: 'expandStage'; stageId: number; expansion: Expansion }
  /** The cluster that runs the steps makes the stage wait, or no longer if the reason is empty. */
  | { kind: 'reportWait'; runner: string; stageId: number; reason: string }
  | { kind: 'reportStep'; runner: string; report: StepReport }
  | { kind: 'showCard'; stepId: number; schema: string }
  | { kind: 'deleteLog'; stepId: number }
  | { kind: 'showSummary'; stepId: number }
  /** Artifacts or test results of the build's steps have changed. */
  | { kind: 'changeFiles' }
  /** A key of the pipeline file has no effect. */
  | { kind: 'warn'; text: string }
  | { kind: 'approveStage'; stage: number; login: string; note?: string }
  /** Without a number, declines every stage that waits for approval. */
  | { kind: 'declineStage'; stage?: number | undefined; login: string; note?: string }
  | { kind: 'pin'; isPinned: boolean }
  /** Changes the rank of the stages that no runner has claimed yet. */
  | { kind: 'prioritize'; priority: number }
  /** Retention deletes data of the build in the same transaction. */
  | { kind: 'expire'; data: readonly ExpirableData[] }
  | { kind: 'cancel'; login: string }
  /** Reruns the stages that did not succeed. */
  | {
      kind: 'restartFailed';
      login: string;
      /** Whether this account may approve the build, so that the restart is an approval. */
      approves?: boolean;
    }
  /** A newer build makes this one obsolete. */
  | { kind: 'supersede' };

/** Reason why a command was rejected, as a message for its sender. */
export interface Refusal {
  reason: 'conflict' | 'unknown' | 'unfit';
  message: string;
}
