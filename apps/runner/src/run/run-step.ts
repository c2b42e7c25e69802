import { type Clock, toSeconds } from '@millrace/node-kit/clock';
import type {
  OutputSink,
  StepEvents,
  StepExit,
  StepSpec,
  Workspace,
  WorkspaceFiles,
} from '../engines/engine.ts';
import type { OutputTexts } from '../engines/output-files.ts';
import type { PlannedStep } from '../plan/stage-plan.ts';
import { DiskFullOutput } from '../shared/infrastructure-failure.ts';
import type { CacheStep, StageCaches } from './caches/stage-caches.ts';
import type { EarlierSteps } from './earlier-steps.ts';
import { collectFiles } from './files/collect-files.ts';
import { maskFile } from './files/mask-file.ts';
import type { SecretMask } from './logs/secret-mask.ts';
import { StepLog } from './logs/step-log.ts';
import { readOutputs } from './outputs/read-outputs.ts';
import type { StageOutputs } from './outputs/stage-outputs.ts';
import type { ReplayFiles } from './replay/replay-files.ts';
import { runWithRetries } from './retry-step.ts';
import type { StageControl } from './stage-control.ts';
import type { StageReporter } from './stage-reporter.ts';
import { startTimeout } from './start-timeout.ts';
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
  outputs: StageOutputs;
  maxLogBytes?: number | undefined;
  cloneRetries?: number | undefined;
  caches: StageCaches;
  /** Whether the container of a failed step is kept for terminals. */
  keepsFailure: boolean;
  /** Steps that an earlier runner has run or started. */
  earlier: EarlierSteps;
  /** Undefined if no files are stored for replays. */
  replayFiles: ReplayFiles | undefined;
}

/** Runs one step and reports it. Returns undefined once the stage is lost. */
export async function runStep(
  step: PlannedStep,
  environment: Record<string, string>,
  context: StepContext,
): Promise<StepResult | undefined> {
  const { reporter, control, clock } = context;
  const earlier = context.earlier.get(step.number);
  const startedAtMs = earlier?.started ? earlier.started * 1000 : clock.nowMs();
  const started = toSeconds(startedAtMs);
  const stepId = await reporter.sendStep(step.number, { status: 'running', started });
  if (stepId === undefined) return undefined;
  const from = context.workspace.leftSteps?.get(step.number);
  if (earlier && !from) await reporter.clearLines(stepId);
  const log = new StepLog({
    startedAtMs,
    clock,
    maskSecrets: context.maskSecrets,
    maxLogBytes: context.maxLogBytes,
    send: (lines) => reporter.sendLines(stepId, lines),
    from,
  });
  const placeOf = (files: WorkspaceFiles) => ({ ...context, files, stepId, log });
  const replayFiles = step.container && !step.isDetached ? context.replayFiles : undefined;
  const onReady = async (files: WorkspaceFiles) => {
    const place = placeOf(files);
    await replayFiles?.begin(fileStepOf(step, place), context.outputs.all);
    await restoreCaches(step, place);
    await log.flush();
  };
  const onEnded = async (files: WorkspaceFiles, exit: StepExit) => {
    const place = placeOf(files);
    await collect(step, place);
    if (isSuccess(exit)) {
      replayFiles?.end(step);
      await saveCaches(step, place);
    } else await replayFiles?.store(fileStepOf(step, place));
  };
  const onOutputs = (texts: OutputTexts) => passOutputsOn(texts, { stepId, log, ...context });
  let image: string | undefined;
  const onImage = (found: string) => {
    image = found;
  };
  const bookmark = () => log.bookmark;
  const events = {
    onImage,
    onReady,
    onEnded,
    bookmark,
    ...(passesOutputsOn(step) ? { onOutputs } : {}),
  };
  const finished = new AbortController();
  const timeout = new AbortController();
  const timer = { clock, finished: finished.signal, spentSec: clock.nowSec() - started };
  startTimeout(step.timeoutSec, timer, () => timeout.abort());
  const diskFull = new DiskFullOutput();
  const exit = await runWithRetries(
    step,
    { log, clock, signal: control.stopped, retries: context.cloneRetries },
    (tried, output) =>
      execute(tried, environment, { ...context, ...events, timedOut: timeout.signal }, (chunk) => {
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
  await reporter.sendStep(step.number, {
    ...ending,
    ...(image === undefined ? {} : { image_digest: image }),
    stopped: clock.nowSec(),
  });
  return result;
}

export function passesOutputsOn({ container, isDetached, cacheWork }: PlannedStep): boolean {
  return container !== undefined && !isDetached && !cacheWork;
}

/** Returns what the engine needs of a step, in addition to its variables. */
export function specOf({ number, name, commands, container }: PlannedStep) {
  return { number, name, commands, container };
}

interface ExecutedStep extends StepContext, Omit<StepEvents, 'keepsFailure'> {
  /** Aborts when the time of the step is over. */
  timedOut: AbortSignal;
}

async function execute(
  step: PlannedStep,
  environment: Record<string, string>,
  executed: ExecutedStep,
  output: OutputSink,
): Promise<StepResult> {
  const { workspace, control, dismissed, timedOut } = executed;
  const { onStarted, onImage, onReady, onEnded, onOutputs, bookmark } = executed;
  const spec = { ...specOf(step), environment };
  const signal = AbortSignal.any([control.stopped, dismissed, timedOut]);
  const keepsFailure = executed.keepsFailure && !step.isDetached;
  const events = { onStarted, onImage, onReady, onEnded, onOutputs, bookmark, keepsFailure };
  try {
    signal.throwIfAborted();
    const exit = step.cacheWork
      ? await runCacheStep(step, { ...events, workspace, spec, output, signal })
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

/** Runs a step without commands, which restores or stores the caches of the pipeline. */
async function runCacheStep(
  { cacheWork }: PlannedStep,
  step: Pick<StepContext, 'workspace'> &
    StepEvents & { spec: StepSpec; output: OutputSink; signal: AbortSignal },
): Promise<StepExit> {
  const { workspace, spec, output, signal, onReady, onEnded } = step;
  const exit = { exitCode: 0, wasKilled: false };
  await workspace.useFiles(spec, output, signal, async (files) => {
    await (cacheWork === 'restore' ? onReady?.(files) : onEnded?.(files, exit));
  });
  return exit;
}

interface LoggedStep {
  stepId: number;
  log: StepLog;
}

interface StepPlace
  extends Pick<StepContext, 'reporter' | 'control' | 'maskSecrets' | 'caches' | 'clock'>,
    LoggedStep {
  files: WorkspaceFiles;
}

/**
 * Collects the files of the step. Continues if the stage has dismissed the step; only a cancel or a timeout
 * of the stage ends it.
 */
async function collect(
  { files: wanted }: PlannedStep,
  { files, stepId, reporter, control, maskSecrets, log }: StepPlace,
): Promise<void> {
  if (!wanted) return;
  await collectFiles(wanted, {
    findFiles: (search) => files.find(search),
    send: async (file) => {
      const masked = await maskFile(file, maskSecrets);
      return typeof masked === 'string' ? masked : reporter.sendFile(stepId, masked);
    },
    addNote: (line) => log.addNote(line),
    signal: control.stopped,
  });
}

async function restoreCaches({ caches = [] }: PlannedStep, place: StepPlace): Promise<void> {
  await place.caches.restore(caches, cacheStepOf(place));
}

async function saveCaches({ caches = [] }: PlannedStep, place: StepPlace): Promise<void> {
  await place.caches.save(caches, cacheStepOf(place));
}

function cacheStepOf({ files, stepId, reporter, control, clock, log }: StepPlace): CacheStep {
  const addNote = (line: string) => log.addNote(line);
  return { files, stepId, reporter, clock, addNote, signal: control.stopped };
}

function fileStepOf({ number }: PlannedStep, place: StepPlace) {
  return { ...cacheStepOf(place), number };
}

/** Makes the outputs of the step available to later steps and stages. */
async function passOutputsOn(
  texts: OutputTexts,
  { stepId, log, outputs, reporter }: Pick<StepContext, 'outputs' | 'reporter'> & LoggedStep,
): Promise<void> {
  const read = readOutputs(texts);
  for (const problem of read.problems) await log.addNote(`[millrace] Outputs: ${problem}`);
  if (read.outputs.length === 0) return;
  await outputs.add(read.outputs);
  const refusal = await reporter.sendOutputs(stepId, read.outputs);
  if (refusal) await log.addNote(`[millrace] Later stages do not get the outputs: ${refusal}`);
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

function isSuccess({ exitCode }: StepExit): boolean {
  return exitCode === 0 || exitCode === skipRestExitCode;
}

function exitResult(exit: StepExit): StepResult {
  const { exitCode, reason } = exit;
  return {
    status: isSuccess(exit) ? 'success' : 'failure',
    exit_code: exitCode,
    ...(reason === undefined ? {} : { error: reason }),
  };
}
