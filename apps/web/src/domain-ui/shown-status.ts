import type { Step } from '@millrace/contract/api';
import { type DisplayStatus, hasFailed, type Status } from '@millrace/contract/vocabulary';

/** A status as it is displayed. */
export type ShownStatus = DisplayStatus | 'allowed_failure';

type StepResult = Pick<Step, 'status' | 'errignore'>;

/** Returns the displayed status of a step, with a separate one for allowed failures (`failure: ignore`). */
export function stepStatus({ status, errignore }: StepResult): Status | 'allowed_failure' {
  return errignore && hasFailed(status) ? 'allowed_failure' : status;
}
