import type { Workspace } from '../engines/engine.ts';
import type { PlannedStep } from '../plan/stage-plan.ts';
import { type Clock, toSeconds } from '../shared/clock.ts';
import { errorMessage } from '../shared/error-message.ts';
import { StepLog } from './logs/step-log.ts';
import type { StageControl } from './stage-control.ts';
import type { StageReporter } from './stage-reporter.ts';
import { type StepResult, stopResult } from './stop-result.ts';

export interface StepContext {
  workspace: Workspace;
  reporter: StageReporter;
  control: StageControl;
  clock: Clock;
  maskSecrets(line: string): string;
}

/** Runs one step and reports it. Undefined once the stage is lost. */
export async function runStep(
  step: PlannedStep,
  environment: Record<string, string>,
  context: StepContext,
): Promise<StepResult | undefined> {
  const { reporter, control, clock } = context;
  const startedAtMs = clock.nowMs();
  const started = toSeconds(startedAtMs);
  const stepId = await reporter.sendStep(step.number, { status: 'running', started });
  if (stepId === undefined) return undefined;
  const log = new StepLog({
    startedAtMs,
    clock,
    maskSecrets: context.maskSecrets,
    send: (lines) => reporter.sendLines(stepId, lines),
  });
  const result = await execute(step, environment, context, log);
  await log.end();
  if (log.card) await reporter.sendCard(stepId, log.card);
  if (control.lost.aborted) return undefined;
  await reporter.sendStep(step.number, { ...result, stopped: toSeconds(clock.nowMs()) });
  return result;
}

async function execute(
  step: PlannedStep,
  environment: Record<string, string>,
  { workspace, control }: StepContext,
  log: StepLog,
): Promise<StepResult> {
  const script = { number: step.number, commands: step.commands, environment };
  try {
    control.stopped.throwIfAborted();
    const exit = await workspace.runStep(script, (chunk) => log.write(chunk), control.stopped);
    if (!exit.wasKilled) return exitResult(exit.exitCode);
  } catch (error) {
    if (!control.stopped.aborted) {
      return { status: 'error', exit_code: 255, error: errorMessage(error) };
    }
  }
  return stopResult(control.cause ?? { kind: 'cancelled' });
}

/** The exit code with which a step ends the rest of the stage well. */
export const skipRestExitCode = 78;

function exitResult(exitCode: number): StepResult {
  const isSuccess = exitCode === 0 || exitCode === skipRestExitCode;
  return { status: isSuccess ? 'success' : 'failure', exit_code: exitCode };
}
