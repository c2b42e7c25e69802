import type { StepSpec, WorkspaceFiles } from '../../engines/engine.ts';
import type { OutputTexts } from '../../engines/output-files.ts';
import type { PlannedStep } from '../../plan/stage-plan.ts';
import type { SecretMask } from '../logs/secret-mask.ts';
import type { StepLog } from '../logs/step-log.ts';
import type { StepResult } from '../stop-result.ts';

/** A step from its first report to its last one. */
export interface ReportedStep {
  plan: PlannedStep;
  /** Id at the server. */
  id: number;
  log: StepLog;
  maskSecrets: SecretMask;
}

export interface StepEnd {
  files: WorkspaceFiles;
  hasSucceeded: boolean;
  /** Undefined if the step can have no outputs. */
  outputs: OutputTexts | undefined;
}

/** The first step that failed, or else the last one. */
export interface LastStep {
  plan: PlannedStep;
  /** With all its variables. */
  spec: StepSpec;
  exitCode: number;
  hasFailed: boolean;
}

/**
 * A capability of steps, created for each stage. A moment calls the extensions one after another. If one rejects, the
 * others are not called.
 */
export interface StepExtension {
  /** Called before the step starts. If it rejects, the step does not start. */
  onReady?(step: ReportedStep, files: WorkspaceFiles): Promise<void>;
  /** Called when the step has ended without being killed. If it rejects, the step has this error. */
  onEnded?(step: ReportedStep, end: StepEnd): Promise<void>;
  /** Called with the result, before it is reported. If it rejects, the stage ends with the error. */
  onFinished?(step: ReportedStep, result: StepResult): Promise<void>;
  /** Called when all steps have ended, while services still run. If it rejects, the stage ends with the error. */
  onStepsEnded?(last: LastStep): Promise<void>;
}

/** Combines extensions into one that calls them in this order. */
export function inOrder(extensions: readonly StepExtension[]): Required<StepExtension> {
  return {
    onReady: async (step, files) => {
      for (const extension of extensions) await extension.onReady?.(step, files);
    },
    onEnded: async (step, end) => {
      for (const extension of extensions) await extension.onEnded?.(step, end);
    },
    onFinished: async (step, result) => {
      for (const extension of extensions) await extension.onFinished?.(step, result);
    },
    onStepsEnded: async (last) => {
      for (const extension of extensions) await extension.onStepsEnded?.(last);
    },
  };
}
