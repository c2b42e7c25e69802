import type { OutputSink, StepEvents, StepExit, StepSpec, Workspace } from '../engines/engine.ts';
import { type PlannedStep, specOf } from '../plan/stage-plan.ts';
import { requireShortVariables } from '../shared/argument-limits.ts';
import type { StepControl } from './stage-control.ts';
import { errorResult, type StepResult, stopResult, timeoutMessage } from './stop-result.ts';

export interface StepExecution {
  workspace: Workspace;
  control: StepControl;
  /** Ends the step successfully. */
  dismissed: AbortSignal;
  /** Aborts when the time of the step is over. */
  timedOut: AbortSignal;
  events: StepEvents;
}

/** Exit code with which a step ends the stage successfully and skips the remaining steps. */
export const skipRestExitCode = 78;

/** Runs a step in its engine. */
export async function executeStep(
  step: PlannedStep,
  environment: Record<string, string>,
  { workspace, control, dismissed, timedOut, events }: StepExecution,
  output: OutputSink,
): Promise<StepResult> {
  const spec = { ...specOf(step), environment };
  const signal = AbortSignal.any([control.stopped, dismissed, timedOut]);
  try {
    signal.throwIfAborted();
    requireShortVariables(environment);
    const exit = step.fileWork
      ? await runFileStep(step, spec, { workspace, events, output, signal })
      : await workspace.runStep(spec, output, signal, events);
    if (!exit.wasKilled) return exitResult(exit);
  } catch (error) {
    if (!signal.aborted) return errorResult(error);
  }
  if (dismissed.aborted && !control.cause) return { status: 'success', exit_code: 0 };
  if (timedOut.aborted && !control.cause) {
    const error = timeoutMessage(step.timeoutSec);
    return { status: 'failure', exit_code: 124, error, failure_cause: 'timeout' };
  }
  return stopResult(control.cause ?? { kind: 'cancelled' });
}

export function isSuccess({ exitCode }: StepExit): boolean {
  return exitCode === 0 || exitCode === skipRestExitCode;
}

/** Runs a step without commands, which only reads or writes files. */
async function runFileStep(
  { fileWork }: PlannedStep,
  spec: StepSpec,
  run: Pick<StepExecution, 'workspace' | 'events'> & { output: OutputSink; signal: AbortSignal },
): Promise<StepExit> {
  const { workspace, events, output, signal } = run;
  const exit = { exitCode: 0, wasKilled: false };
  await workspace.useFiles(spec, output, signal, async (files) => {
    await (fileWork === 'save' ? events.onEnded?.(files, exit) : events.onReady?.(files));
  });
  return exit;
}

function exitResult(exit: StepExit): StepResult {
  const { exitCode, reason } = exit;
  return {
    status: isSuccess(exit) ? 'success' : 'failure',
    exit_code: exitCode,
    ...(reason === undefined ? {} : { error: reason }),
  };
}
