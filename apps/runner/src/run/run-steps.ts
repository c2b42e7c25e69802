import type { Step } from '@millrace/contract/api';
import type { StageDetails } from '@millrace/contract/runner';
import { isFinished } from '@millrace/contract/vocabulary';
import { type Environment, type PlannedStep, type StagePlan, specOf } from '../plan/stage-plan.ts';
import { statusEnvironment } from '../plan/status-environment.ts';
import { skipRestExitCode } from './execute-step.ts';
import { runStep, type StepContext } from './run-step.ts';
import type { StageControl } from './stage-control.ts';
import type { StageOutputs } from './stage-outputs.ts';
import type { LastStep } from './step-extensions/step-extension.ts';
import { StepGraph, type StepOutcome } from './step-graph.ts';
import type { StepResult } from './stop-result.ts';

export interface StepsContext
  extends Omit<StepContext, 'control' | 'dismissed' | 'onStarted' | 'maskSecrets'> {
  control: StageControl;
  details: Pick<StageDetails, 'build' | 'stage'>;
  outputs: StageOutputs;
  /** Maximum seconds for the steps that run after a cancel or a timeout; 0 runs none. */
  cleanUpSec: number;
  /** Aborted when the steps have ended; services may still run. */
  stepsEnded: AbortController;
}

export interface RunSteps {
  /** Results that determine that of the stage. */
  results: StepResult[];
  /** Steps that have not started, and clean up because the stage was stopped. */
  cleaning: PlannedStep[];
}

/** Runs the steps in the order of the plan. */
export async function runSteps(plan: StagePlan, context: StepsContext): Promise<RunSteps> {
  const graph = new StepGraph(plan.steps, () => context.outputs.environment);
  const results: StepResult[] = [];
  const cleaning: PlannedStep[] = [];
  const dismissal = new AbortController();
  const detached: Promise<unknown>[] = [];
  let last: LastStep | undefined;
  const stop = () => graph.close();
  context.control.stopped.addEventListener('abort', stop, { once: true });
  if (context.control.stopped.aborted) stop();

  const begin = async (step: PlannedStep, onStarted?: () => void) => {
    const { build, stage } = context.details;
    const status = statusEnvironment(build.stages ?? [], stage.name, [...graph.failedSteps]);
    const dismissed = step.isDetached ? dismissal.signal : neverDismissed;
    const { maskSecrets, environment } = context.outputs;
    const own = { ...context, maskSecrets, dismissed, ...(onStarted ? { onStarted } : {}) };
    const variables = variablesOf(step, environment, status);
    const spec = { ...specOf(step), environment: variables };
    if (!context.earlier.has(step.number)) await context.terminals.pauseBefore(step, spec);
    const result = await runStep(step, variables, own);
    const hasFailed = result?.status === 'failure' || result?.status === 'error';
    if (result && !step.isDetached && !step.fileWork && !last?.hasFailed) {
      last = { plan: step, spec, exitCode: result.exit_code, hasFailed };
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
    const { stopped, cleanUp } = context.control;
    const mayCleanUp = context.cleanUpSec > 0 && stopped.aborted && !cleanUp.stopped.aborted;
    const isLater = (step: PlannedStep) => mayCleanUp && step.runsOnKill;
    const skipped = skip.filter((step) => !isLater(step));
    cleaning.push(...skip.filter(isLater));
    await Promise.all([
      ...skipped.map((step) => context.reporter.sendStep(step.number, { status: 'skipped' })),
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
  const taken = plan.steps.map((step) => {
    const earlier = context.earlier.get(step.number);
    return earlier && takeOver(step, earlier);
  });
  await Promise.all([...taken, startNext()]);
  context.control.stopped.removeEventListener('abort', stop);
  context.stepsEnded.abort();
  if (last) await context.extensions.onStepsEnded(last);
  dismissal.abort();
  await Promise.all(detached);
  return { results, cleaning };
}

/** Returns the variables of a step when it starts. */
export function variablesOf(
  step: PlannedStep,
  outputs: Environment,
  status: Environment,
): Environment {
  const outputValue = (name: string) => (Object.hasOwn(outputs, name) ? outputs[name] : undefined);
  return {
    ...(step.takesOutputs ? outputs : {}),
    ...step.environment,
    ...step.settingsWith?.(outputValue),
    ...status,
  };
}

export const neverDismissed: AbortSignal = new AbortController().signal;

function outcomeOf(step: PlannedStep, result: StepResult | undefined): StepOutcome {
  if (result?.status === 'success') {
    return result.exit_code === skipRestExitCode ? 'last' : 'success';
  }
  return step.ignoresFailure && result?.status === 'failure' ? 'ignored' : 'failure';
}
