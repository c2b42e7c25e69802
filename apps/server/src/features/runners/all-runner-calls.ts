import type { RunnerCallHandlers } from '@millrace/build-host/runner-calls/runner-call';
import { type RunnerCallName, runnerCallNames } from '@millrace/contract/runner';
import type { StepCallName } from '../../contributions.ts';
import type { RunnerCalls } from './runner-calls.ts';
import type { StepCalls } from './step-calls.ts';

/** Returns all calls of runners: those of this feature, and those about steps that others have contributed. */
export function allRunnerCalls(own: RunnerCalls, ofSteps: StepCalls): RunnerCallHandlers {
  const handlers = runnerCallNames.map((name) => {
    if (isIn(own, name)) return [name, own[name].bind(own)];
    if (isIn(ofSteps, name)) return [name, ofSteps[name].bind(ofSteps)];
    return [name, ofSteps.handleContributed.bind(ofSteps, name as StepCallName)];
  });
  return Object.fromEntries(handlers);
}

function isIn<Calls extends RunnerCalls | StepCalls>(
  calls: Calls,
  name: RunnerCallName,
): name is RunnerCallName & keyof Calls {
  return name in calls;
}
