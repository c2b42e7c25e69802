import type { Stage, Step } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import type { StepSpec } from '../engines/engine.ts';
import type { PlannedStep, StagePlan } from '../plan/stage-plan.ts';
import type { StageSettings } from '../plan/stage-settings.ts';
import { statusEnvironment } from '../plan/status-environment.ts';
import type { EarlierSteps } from './earlier-steps.ts';
import { fetchAgain } from './fetch-again.ts';
import { readOutputs } from './outputs/read-outputs.ts';
import {
  passesOutputsOn,
  runStep,
  type StepContext,
  skipRestExitCode,
  specOf,
} from './run-step.ts';
import { StepGraph, type StepOutcome } from './step-graph.ts';
import type { StepResult } from './stop-result.ts';
import type { EnteredStep } from './terminals/keeping.ts';

export interface StepsContext extends Omit<StepContext, 'dismissed' | 'onStarted' | 'maskSecrets'> {
  /** Stages of the build, for the status variables of the steps. */
  stages: Stage[];
  stageName: string;
  earlier: EarlierSteps;
  openShell: StageSettings['openShell'];
  /** Called with the first step that failed when all have ended. The services go on until the promise resolves. */
  onFailed: (step: EnteredStep) => Promise<void>;
  /** Name of the step before which the stage pauses. */
  pauseBefore: string | undefined;
  /** Called with this step. It starts when the promise resolves. */
  onPause: (step: EnteredStep) => Promise<void>;
  /** Called when the steps have ended; services may still run. */
  onStepsEnded: () => void;
}

/** Runs the steps in the order of the plan; returns the results that determine that of the stage. */
export async function runSteps(plan: StagePlan, context: StepsContext): Promise<StepResult[]> {
  const graph = new StepGraph(plan.steps);
  const results: StepResult[] = [];
  const dismissal = new AbortController();
  const detached: Promise<unknown>[] = [];
  let last: { step: StepSpec; exitCode: number; hasFailed: boolean } | undefined;
  const stop = () => graph.close();
  context.control.stopped.addEventListener('abort', stop, { once: true });
  if (context.control.stopped.aborted) stop();

  const enter = async (
    use: (step: EnteredStep) => Promise<void>,
    spec: StepSpec,
  ): Promise<void> => {
    const id = context.reporter.idOf(spec.number);
    const { allSecrets: secrets, maskSecrets } = context.outputs;
    if (id) await use({ id, spec, secrets, maskSecrets });
  };
  const begin = async (step: PlannedStep, onStarted?: () => void) => {
    const status = statusEnvironment(context.stages, context.stageName, [...graph.failedSteps]);
    const dismissed = step.isDetached ? dismissal.signal : neverDismissed;
    const { maskSecrets, environment } = context.outputs;
    const own = { ...context, maskSecrets, dismissed, ...(onStarted ? { onStarted } : {}) };
    const outputs = step.takesOutputs ? environment : {};
    const variables = { ...outputs, ...step.environment, ...status };
    const spec = { ...specOf(step), environment: variables };
    const isPaused = step.name === context.pauseBefore && !context.earlier.has(step.number);
    if (isPaused) await enter(context.onPause, spec);
    const result = await runStep(step, variables, own);
    const hasFailed = result?.status === 'failure' || result?.status === 'error';
    if (result && !step.isDetached && !step.cacheWork && !last?.hasFailed) {
      last = { step: spec, exitCode: result.exit_code, hasFailed };
    }
    return result;
  };
  const run = async (step: PlannedStep): Promise<void> => {
    const result = await begin(step);
    const outcome = outcomeOf(step, result);
    if (result && outcome !== 'ignored') results.push(result);
    graph.finish(step, outcome);
    await startNext();
  };
  /** Starts a detached step. The stage fails if it cannot start, but not if it fails later, unless it is required. */
  const detach = async (step: PlannedStep): Promise<void> => {
    const started = Promise.withResolvers<undefined>();
    const ended = begin(step, () => started.resolve(undefined));
    detached.push(ended);
    const failedStart = await Promise.race([started.promise, ended]);
    const outcome = failedStart ? outcomeOf(step, failedStart) : 'success';
    if (failedStart && outcome === 'failure') results.push(failedStart);
    graph.finish(step, outcome);
    if (!failedStart && step.isRequired) void ended.then((result) => endEarly(step, result));
    await startNext();
  };
  /** Fails the stage if a required service ends while steps still run or wait. */
  const endEarly = (step: PlannedStep, result: StepResult | undefined) => {
    if (!result || dismissal.signal.aborted || context.control.stopped.aborted) return;
    const error = `The service "${step.name}" ended with exit code ${result.exit_code} before the steps`;
    results.push({ status: 'failure', exit_code: result.exit_code || 1, error });
    graph.fail(step);
  };
  const startNext = async (): Promise<void> => {
    const { start, skip } = graph.advance();
    await Promise.all([
      ...skip.map((step) => context.reporter.sendStep(step.number, { status: 'skipped' })),
      ...start.map((step) => (step.isDetached ? detach(step) : run(step))),
    ]);
  };
  /** Takes a step over from an earlier runner. */
  const takeOver = (step: PlannedStep, { status, ...earlier }: Step): Promise<void> | undefined => {
    graph.begin(step);
    if (!isFinished(status)) return step.isDetached ? detach(step) : run(step);
    const result = { status, exit_code: earlier.exit_code ?? 0 };
    const outcome = status === 'skipped' ? 'success' : outcomeOf(step, result);
    const counts = !step.isDetached && outcome !== 'ignored' && status !== 'skipped';
    if (counts) results.push(earlier.error ? { ...result, error: earlier.error } : result);
    graph.finish(step, step.isDetached ? 'success' : outcome);
    if (step.isDetached && step.isRequired) endEarly(step, result);
    return undefined;
  };
  await fetchAgain(plan, context, context.control.stopped);
  for (const step of plan.steps) {
    const isRun = isFinished(context.earlier.get(step.number)?.status ?? 'pending');
    if (!isRun || !passesOutputsOn(step)) continue;
    const texts = await context.workspace.readLeftOutputs?.({ ...specOf(step), environment: {} });
    if (texts) await context.outputs.add(readOutputs(texts).outputs);
  }
  const taken = plan.steps.map((step) => {
    const earlier = context.earlier.get(step.number);
    return earlier && takeOver(step, earlier);
  });
  await Promise.all([...taken, startNext()]);
  context.control.stopped.removeEventListener('abort', stop);
  context.onStepsEnded();
  if (last?.hasFailed) await enter(context.onFailed, last.step);
  if (last && !context.control.stopped.aborted) {
    await context.openShell?.(context.workspace, last.step, last.exitCode, context.control.stopped);
  }
  dismissal.abort();
  await Promise.all(detached);
  return results;
}

const neverDismissed = new AbortController().signal;

function outcomeOf(step: PlannedStep, result: StepResult | undefined): StepOutcome {
  if (result?.status === 'success') {
    return result.exit_code === skipRestExitCode ? 'last' : 'success';
  }
  return step.ignoresFailure && result?.status === 'failure' ? 'ignored' : 'failure';
}
