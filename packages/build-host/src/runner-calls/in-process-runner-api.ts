import { AppError } from '@millrace/contract/api-errors';
import {
  createRunnerApi,
  findFinalError,
  type RunnerApi,
  runnerCalls,
} from '@millrace/contract/runner';
import { type RunnerCallHandlers, readRunnerCall } from './runner-call.ts';

/** Creates the API for the embedded runner. `runner` is the runner id of its claims. */
export function createInProcessRunnerApi(calls: RunnerCallHandlers, runner: string): RunnerApi {
  const caller = { runner, address: runner };
  return createRunnerApi(async (name, input, signal = neverAborted()) => {
    const row = runnerCalls[name];
    try {
      return await calls[name](readRunnerCall(row, { ...input, caller, signal }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw findFinalError(row, error.status, error.message) ?? error;
    }
  });
}

function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
