import { FileRefusal, RunnerConflict } from '@millrace/contract/runner';

/** Returns whether the server refuses a call of a terminal, so that a retry cannot help. */
export function isFinal(error: unknown): boolean {
  return error instanceof FileRefusal || error instanceof RunnerConflict;
}
