import { type Conditions, runPolicyOf } from '@millrace/pipeline';

/** Returns after which status of the stage a step with these conditions runs. */
export function runsAfter(when: Conditions): { runsOnSuccess: boolean; runsOnFailure: boolean } {
  const policy = runPolicyOf(when);
  return {
    runsOnSuccess: policy === 'on_success' || policy === 'always',
    runsOnFailure: policy === 'on_failure' || policy === 'always',
  };
}
