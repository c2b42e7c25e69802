import { FileRefusal, type RunnerApi } from '@millrace/contract/runner';
import { AppError, NoSpaceError } from '../../shared/errors.ts';
import type { RunnerCalls } from './runner-calls.ts';

/** The runner interface for a runner in this process, whose claims carry this id. */
export function createInProcessRunnerApi(calls: RunnerCalls, runner: string): RunnerApi {
  const caller = { runner, address: runner };
  return {
    requestStage: (filter, signal) => calls.requestStage(caller, filter, signal),
    acceptStage: (stageId, machine) => calls.acceptStage(caller, stageId, machine),
    getStageDetails: (stageId) => calls.getStageDetails(caller, stageId),
    updateStage: (stage) => calls.updateStage(caller, stage),
    updateStep: (step) => calls.updateStep(caller, step),
    watchBuild: (buildId, signal) => calls.watchBuild(caller, buildId, signal),
    appendLogs: (stepId, lines) => calls.appendLogs(caller, stepId, lines),
    createCard: (stepId, card) => calls.createCard(caller, stepId, card),
    sendFile: async (stepId, { read, ...file }, signal) => {
      try {
        await calls.takeFile(caller, stepId, { ...file, content: read() }, signal);
      } catch (error) {
        throw isAboutFile(error) ? new FileRefusal(error.message) : error;
      }
    },
  };
}

function isAboutFile(error: unknown): error is AppError {
  if (error instanceof NoSpaceError) return true;
  return error instanceof AppError && error.status < 500 && error.status !== 429;
}
