import type { Step } from '@millrace/contract/api';
import type { StopCause } from './stage-control.ts';

export type StepResult = Required<Pick<Step, 'status' | 'exit_code'>> & Pick<Step, 'error'>;

/** Result of a step or stage that was ended from outside. */
export function stopResult(cause: StopCause): StepResult {
  switch (cause.kind) {
    case 'cancelled':
      return { status: 'killed', exit_code: 130 };
    case 'timed-out': {
      const unit = cause.minutes === 1 ? 'minute' : 'minutes';
      return {
        status: 'error',
        exit_code: 124,
        error: `Timed out after ${cause.minutes} ${unit}`,
      };
    }
    case 'runner-stopped':
      return {
        status: 'error',
        exit_code: 255,
        error: 'The runner was stopped while this step was running',
      };
  }
}
