import type { Stage } from '@millrace/contract/api';
import type { PlannedStep, StagePlan } from '../plan/stage-plan.ts';
import { statusEnvironment } from '../plan/status-environment.ts';
import { runStep, type StepContext, skipRestExitCode } from './run-step.ts';
import { StepGraph, type StepOutcome } from './step-graph.ts';
import type { StepResult } from './stop-result.ts';

export interface StepsContext extends StepContext {
  /** The stages of the build, for what the steps learn of them. */
  stages: Stage[];
  stageName: string;
}

/** Runs the steps as the plan orders them; the results are those of the steps that count. */
export async function runSteps(plan: StagePlan, context: StepsContext): Promise<StepResult[]> {
  const graph = new StepGraph(plan.steps);
  const results: StepResult[] = [];
  const stop = () => graph.close();
  context.control.stopped.addEventListener('abort', stop, { once: true });
  if (context.control.stopped.aborted) stop();

  const run = async (step: PlannedStep): Promise<void> => {
    const status = statusEnvironment(context.stages, context.stageName, [...graph.failedSteps]);
    const result = await runStep(step, { ...status, ...step.environment }, context);
    const outcome = outcomeOf(step, result);
    if (result && outcome !== 'ignored') results.push(result);
    graph.finish(step, outcome);
    await proceed();
  };
  const proceed = async (): Promise<void> => {
    const { start, skip } = graph.advance();
    await Promise.all([
      ...skip.map((step) => context.reporter.sendStep(step.number, { status: 'skipped' })),
      ...start.map(run),
    ]);
  };
  await proceed();
  context.control.stopped.removeEventListener('abort', stop);
  return results;
}

function outcomeOf(step: PlannedStep, result: StepResult | undefined): StepOutcome {
  if (result?.status === 'success') {
    return result.exit_code === skipRestExitCode ? 'last' : 'success';
  }
  return step.ignoresFailure && result?.status === 'failure' ? 'ignored' : 'failure';
}
