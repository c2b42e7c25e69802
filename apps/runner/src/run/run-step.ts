import { type Clock, toSeconds } from '@millrace/node-kit/clock';
import type { FindFiles, OutputSink, StepEvents, StepExit, Workspace } from '../engines/engine.ts';
import type { PlannedStep } from '../plan/stage-plan.ts';
import { DiskFullOutput } from '../shared/infrastructure-failure.ts';
import { collectFiles } from './files/collect-files.ts';
import { maskFile } from './files/mask-file.ts';
import type { SecretMask } from './logs/secret-mask.ts';
import { StepLog } from './logs/step-log.ts';
import { runWithRetries } from './retry-step.ts';
import type { StageControl } from './stage-control.ts';
import type { StageReporter } from './stage-reporter.ts';
import { errorResult, type StepResult, stopResult, timeoutMessage } from './stop-result.ts';

export interface StepContext {
  workspace: Workspace;
  /** Ends the step successfully when the stage finishes; for steps that the stage does not wait for. */
  dismissed: AbortSignal;
  onStarted?: () => void;
  reporter: StageReporter;
  control: StageControl;
  clock: Clock;
  maskSecrets: SecretMask;
  maxLogBytes?: number | undefined;
  cloneRetries?: number | undefined;
}

/** Runs one step and reports it. Returns undefined once the stage is lost. */
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
    maxLogBytes: context.maxLogBytes,
    send: (lines) => reporter.sendLines(stepId, lines),
  });
  const onEnded = (findFiles: FindFiles) => collect(step, { findFiles, stepId, log, ...context });
  const finished = new AbortController();
  const timedOut = startTimeout(step, clock, finished.signal);
  const diskFull = new DiskFullOutput();
  const exit = await runWithRetries(
    step,
    { log, clock, signal: control.stopped, retries: context.cloneRetries },
    (tried, output) =>
      execute(tried, environment, { ...context, timedOut, onEnded }, (chunk) => {
        diskFull.read(chunk);
        return output(chunk);
      }),
  );
  finished.abort();
  const result = withCause(maskError(exit, context.maskSecrets), diskFull);
  await log.settle();
  await sendPrintedSummary(stepId, log, reporter);
  await log.end();
  if (log.card) await reporter.sendCard(stepId, log.card);
  if (control.lost.aborted) return undefined;
  const { failure_cause: _, ...ending } = result;
  await reporter.sendStep(step.number, { ...ending, stopped: clock.nowSec() });
  return result;
}

/** Returns a signal that aborts when the time of the step is over. */
function startTimeout(
  { timeoutSec }: PlannedStep,
  clock: Clock,
  finished: AbortSignal,
): AbortSignal {
  const timedOut = new AbortController();
  if (timeoutSec > 0) {
    void clock.wait(timeoutSec * 1000, finished).then(() => {
      if (!finished.aborted) timedOut.abort();
    });
  }
  return timedOut.signal;
}

interface ExecutedStep extends StepContext, StepEvents {
  /** Aborts when the time of the step is over. */
  timedOut: AbortSignal;
}

async function execute(
  step: PlannedStep,
  environment: Record<string, string>,
  { workspace, control, dismissed, timedOut, onStarted, onEnded }: ExecutedStep,
  output: OutputSink,
): Promise<StepResult> {
  const { number, name, commands, container } = step;
  const spec = { number, name, commands, container, environment };
  const signal = AbortSignal.any([control.stopped, dismissed, timedOut]);
  try {
    signal.throwIfAborted();
    const exit = await workspace.runStep(spec, output, signal, {
      onStarted,
      onEnded,
    });
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

interface EndedStep extends Pick<StepContext, 'reporter' | 'control' | 'maskSecrets'> {
  findFiles: FindFiles;
  stepId: number;
  log: StepLog;
}

/**
 * Collects the files of the step. Continues if the stage has dismissed the step; only a cancel or a timeout
 * of the stage ends it.
 */
async function collect(
  { files }: PlannedStep,
  { findFiles, stepId, reporter, control, maskSecrets, log }: EndedStep,
): Promise<void> {
  if (!files) return;
  await collectFiles(files, {
    findFiles,
    send: async (file) => {
      const masked = await maskFile(file, maskSecrets);
      return typeof masked === 'string' ? masked : reporter.sendFile(stepId, masked);
    },
    addNote: (line) => log.addNote(line),
    signal: control.stopped,
  });
}

/** Sends the summary that the step printed, which replaces one that the step wrote to a file. */
async function sendPrintedSummary(
  stepId: number,
  log: StepLog,
  reporter: StageReporter,
): Promise<void> {
  if (log.summary === undefined) return;
  const bytes = Buffer.from(log.summary);
  const refusal = await reporter.sendFile(stepId, {
    ...{ kind: 'summary', path: 'printed', size: bytes.length },
    async *read() {
      yield bytes;
    },
  });
  if (refusal) await log.addNote(`[millrace] The summary was not stored: ${refusal}`);
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

/** Exit code with which a step ends the stage successfully and skips the remaining steps. */
export const skipRestExitCode = 78;

function exitResult({ exitCode, reason }: StepExit): StepResult {
  const isSuccess = exitCode === 0 || exitCode === skipRestExitCode;
  return {
    status: isSuccess ? 'success' : 'failure',
    exit_code: exitCode,
    ...(reason === undefined ? {} : { error: reason }),
  };
}
