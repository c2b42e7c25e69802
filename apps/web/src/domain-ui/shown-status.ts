import type { Build, Step } from '@millrace/contract/api';
import { type DisplayStatus, hasFailed, type Status } from '@millrace/contract/vocabulary';

/** A status as it is displayed. */
export type ShownStatus = DisplayStatus | 'allowed_failure' | 'warned';

type StepResult = Pick<Step, 'status' | 'errignore'>;

/** Returns the displayed status of a step or a stage, with a separate one for allowed failures (`failure: ignore`). */
export function stepStatus({ status, errignore }: StepResult): Status | 'allowed_failure' {
  return errignore && hasFailed(status) ? 'allowed_failure' : status;
}

/** Returns the displayed status of a build: a success with failed stages is no plain one. */
export function buildStatus({
  status,
  ignored_failures: ignored = 0,
}: Pick<Build, 'status' | 'ignored_failures'>): Status | 'warned' {
  return status === 'success' && ignored > 0 ? 'warned' : status;
}
