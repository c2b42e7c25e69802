import type { Stage, Step } from '@millrace/contract/api';
import { errorMessage } from '@millrace/node-kit/error-message';
import { causeOfError } from '../shared/infrastructure-failure.ts';
import type { StopCause } from './stage-control.ts';

export type StepResult = Required<Pick<Step, 'status' | 'exit_code'>> &
  Pick<Step, 'error'> &
  Pick<Stage, 'failure_cause'>;

/** Result of a step or stage that was ended from outside. */
export function stopResult(cause: StopCause): StepResult {
  switch (cause.kind) {
    case 'cancelled':
      return { status: 'killed', exit_code: 130 };
    case 'timed-out':
      return {
        status: 'error',
        exit_code: 124,
        error: timeoutMessage(cause.seconds),
        failure_cause: 'timeout',
      };
    case 'runner-stopped':
      return {
        status: 'error',
        exit_code: 255,
        error: 'The runner was stopped while this step was running',
        failure_cause: 'runner',
      };
  }
}

/** `Timed out after 10 minutes`, or seconds if it is no whole number of minutes. */
export function timeoutMessage(seconds: number): string {
  const [amount, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return `Timed out after ${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** Result of a step or stage that could not run. */
export function errorResult(error: unknown): StepResult {
  const cause = causeOfError(error);
  return {
    status: 'error',
    exit_code: 255,
    error: errorMessage(error),
    ...(cause ? { failure_cause: cause } : {}),
  };
}
