import type { Line } from '@millrace/contract/api';
import { type Clock, toSeconds } from '@millrace/node-kit/clock';
import type { StepEvents, Workspace } from '../engines/engine.ts';
import { canHaveOutputs, type PlannedStep } from '../plan/stage-plan.ts';
import { DiskFullOutput } from '../shared/infrastructure-failure.ts';
import type { EarlierSteps } from './earlier-steps.ts';
import { executeStep, isSuccess } from './execute-step.ts';
import type { SecretMask } from './logs/secret-mask.ts';
import { StepLog } from './logs/step-log.ts';
import { repeatStep, type Try } from './repeat-step.ts';
import { runWithRetries } from './retry-step.ts';
import type { StepControl } from './stage-control.ts';
import type { StageReporter } from './stage-reporter.ts';
import { startTimeout } from './start-timeout.ts';
import type { StepExtension } from './step-extensions/step-extension.ts';
import type { TerminalExtension } from './step-extensions/terminals.ts';
import type { StepResult } from './stop-result.ts';

export interface StepContext {
  workspace: Workspace;
  /** Ends the step successfully when the stage finishes; for steps that the stage does not wait for. */
  dismissed: AbortSignal;
  onStarted?: () => void;
  reporter: StageReporter;
  extensions: Required<StepExtension>;
  terminals: TerminalExtension;
  control: StepControl;
  clock: Clock;
  maskSecrets: SecretMask;
  maxLogBytes?: number | undefined;
  cloneRetries?: number | undefined;
  /** Steps that an earlier runner has run or started. */
  earlier: EarlierSteps;
}

/** Runs one step and reports it. Returns undefined once the stage is lost. */
export async function runStep(
  step: PlannedStep,
  environment: Record<string, string>,
  context: StepContext,
): Promise<StepResult | undefined> {
  const { reporter, extensions, control, clock, maskSecrets, maxLogBytes } = context;
  const earlier = context.earlier.get(step.number);
  const startedAtMs = earlier?.started ? earlier.started * 1000 : clock.nowMs();
  const started = toSeconds(startedAtMs);
  const id = await reporter.sendStep(step.number, { status: 'running', started });
  if (id === undefined) return undefined;
  const from = context.workspace.orphanedSteps?.get(step.number);
  if (earlier && !from) await reporter.clearLines(id);
  const send = (lines: Line[]) => reporter.sendLines(id, lines);
  const log = new StepLog({ startedAtMs, clock, maskSecrets, maxLogBytes, send, from });
  // An earlier runner has written them already if the log is continued.
  if (!from) for (const text of step.missingSecrets ?? []) await log.addNote(`[millrace] ${text}.`);
  const reported = { plan: step, id, log, maskSecrets };
  let image: string | undefined;
  const events: StepEvents = {
    onStarted: context.onStarted,
    onImage: (found) => {
      image = found;
    },
    hasOutputs: canHaveOutputs(step),
    bookmark: () => log.bookmark,
  };
  const finished = new AbortController();
  const timeout = new AbortController();
  const timer = { clock, finished: finished.signal, spentSec: clock.nowSec() - started };
  startTimeout(step.timeoutSec, timer, () => timeout.abort());
  /** Files are prepared before the first try, and collected after the last one. */
  const eventsOf = ({ isFirst, isLast }: Try): StepEvents => ({
    ...events,
    ...(isFirst ? { onReady: (files) => extensions.onReady(reported, files) } : {}),
    onEnded: async (files, ended, outputs) => {
      const hasSucceeded = isSuccess(ended);
      if (!isLast && !hasSucceeded) return;
      await extensions.onEnded(reported, { files, hasSucceeded, outputs });
    },
    keepsFailure: isLast && context.terminals.keepsFailure(step),
  });
  const diskFull = new DiskFullOutput();
  const signal = control.stopped;
  const exit = await repeatStep(step, { log, signal }, (each) => {
    const execution = { ...context, events: eventsOf(each), timedOut: timeout.signal };
    return runWithRetries(
      step,
      { log, clock, signal, retries: context.cloneRetries },
      (tried, output) =>
        executeStep(tried, environment, execution, (chunk) => {
          diskFull.read(chunk);
          return output(chunk);
        }),
    );
  });
  finished.abort();
  const result = withCause(maskError(exit, maskSecrets), diskFull);
  await extensions.onFinished(reported, result);
  if (control.lost.aborted) return undefined;
  const { failure_cause: _, ...ending } = result;
  const stoppedAtMs = clock.nowMs();
  await reporter.sendStep(step.number, {
    ...ending,
    ...(image === undefined ? {} : { image_digest: image }),
    stopped: toSeconds(stoppedAtMs),
    // An earlier runner has reported the start in whole seconds.
    ...(earlier?.started ? {} : { duration_ms: stoppedAtMs - startedAtMs }),
  });
  return result;
}

/** Masks secrets in the error message of an engine. */
function maskError(result: StepResult, maskSecrets: SecretMask): StepResult {
  return result.error === undefined ? result : { ...result, error: maskSecrets(result.error) };
}

/** A failed step whose output ends with the message of a full disk failed because of it. */
function withCause(result: StepResult, diskFull: DiskFullOutput): StepResult {
  const isCaused = result.status === 'failure' && !result.failure_cause && diskFull.isFound;
  return isCaused ? { ...result, failure_cause: 'disk' } : result;
}
