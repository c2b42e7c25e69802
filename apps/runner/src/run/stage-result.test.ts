import { expect, it } from 'vitest';
import type { StopCause } from './stage-control.ts';
import { stageResult } from './stage-result.ts';
import type { StepResult } from './stop-result.ts';

const success: StepResult = { status: 'success', exit_code: 0 };
const failure: StepResult = { status: 'failure', exit_code: 3 };
const killed: StepResult = { status: 'killed', exit_code: 130 };
const broken: StepResult = { status: 'error', exit_code: 255, error: 'no shell' };

it.each<[string, StepResult[], StopCause | undefined, object]>([
  ['a stage without steps', [], undefined, success],
  ['a failure', [success, failure, { ...failure, exit_code: 4 }], undefined, failure],
  ['an error over a failure', [failure, broken], undefined, broken],
  ['a kill over a failure', [failure, killed], undefined, killed],
  ['a cancel', [success], { kind: 'cancelled' }, killed],
  [
    'a timeout',
    [success],
    { kind: 'timed-out', seconds: 3600 },
    {
      status: 'error',
      exit_code: 124,
      error: 'Timed out after 60 minutes',
      failure_cause: 'timeout',
    },
  ],
])('%s', (_, results, cause, expected) => {
  expect(stageResult(results, cause)).toEqual(expected);
});
