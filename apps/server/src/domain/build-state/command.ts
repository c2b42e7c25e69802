import type { StageReport, StepReport } from '@millrace/contract/runner';

/** What can happen to a build that exists. */
export type BuildCommand =
  | { kind: 'claimStage'; stageId: number; machine: string; runner: string }
  | { kind: 'startStage'; runner: string; report: StageReport }
  | { kind: 'finishStage'; runner: string; report: StageReport }
  /** The runner of a stage is gone, unless it was heard of since this version of the stage. */
  | { kind: 'loseRunner'; stageId: number; version: number; reason: string }
  | { kind: 'reportStep'; runner: string; report: StepReport & { id: number } }
  | { kind: 'showCard'; stepId: number; schema: string }
  | { kind: 'deleteLog'; stepId: number }
  | { kind: 'approveStage'; stage: number }
  /** Without a number, every stage that waits for a decision. */
  | { kind: 'declineStage'; stage?: number | undefined }
  | { kind: 'cancel' }
  /** A newer build makes it superfluous. */
  | { kind: 'supersede' };

/** Why a command changes nothing, in words for who sent it. */
export interface Refusal {
  reason: 'conflict' | 'unknown' | 'unfit';
  message: string;
}
