import type { PlannedStep, StagePlan } from '../plan/stage-plan.ts';
import { killedEnvironment } from '../plan/status-environment.ts';
import { runStep } from './run-step.ts';
import { neverDismissed, type StepsContext, variablesOf } from './run-steps.ts';
import { startTimeout } from './start-timeout.ts';

export const defaultCleanUpSec = 300;

/** Returns whether a stage runs steps after a cancel. */
export function cleansUp({ steps }: StagePlan, cleanUpSec: number): boolean {
  return cleanUpSec > 0 && steps.some(({ runsOnKill }) => runsOnKill);
}

/**
 * Runs the steps that clean up, one after the other, also if one of them fails. When their time is over, or the build is
 * cancelled again, the rest is skipped.
 *
 * @param steps of a stage whose other steps have ended
 */
export async function cleanUp(steps: readonly PlannedStep[], context: StepsContext): Promise<void> {
  const { reporter, outputs, clock, cleanUpSec } = context;
  const control = context.control.cleanUp;
  const finished = new AbortController();
  startTimeout(cleanUpSec, { clock, finished: finished.signal }, () =>
    control.stop({ kind: 'timed-out', seconds: cleanUpSec }),
  );
  for (const step of steps) {
    if (control.stopped.aborted) {
      await reporter.sendStep(step.number, { status: 'skipped' });
      continue;
    }
    const { environment, maskSecrets } = outputs;
    const variables = variablesOf(step, environment, killedEnvironment);
    await runStep(step, variables, { ...context, control, maskSecrets, dismissed: neverDismissed });
  }
  finished.abort();
}
