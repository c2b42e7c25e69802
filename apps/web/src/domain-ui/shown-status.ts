import type { Step } from '@millrace/contract/api';
import { type DisplayStatus, hasFailed, type Status } from '@millrace/contract/vocabulary';

/** A status as people see it. */
export type ShownStatus = DisplayStatus | 'allowed_failure';

type StepResult = Pick<Step, 'status' | 'errignore'>;

/** The status of a step, which tells a failure that does not count (`failure: ignore`) from others. */
export function stepStatus({ status, errignore }: StepResult): Status | 'allowed_failure' {
  return errignore && hasFailed(status) ? 'allowed_failure' : status;
}
