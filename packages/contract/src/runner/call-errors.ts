import type { RunnerEndpoint } from './define-call.ts';

/** The stage was cancelled or belongs to another runner; this runner must stop working on it. */
export class RunnerConflict extends Error {
  override name = 'RunnerConflict';
}

/** The server rejects one file or one optional call. The message is shown in the step's log. */
export class FileRefusal extends Error {
  override name = 'FileRefusal';
}

const conflict = 409;
/** Statuses that a retry cannot solve. */
const finalStatuses: ReadonlySet<number> = new Set([400, conflict, 413]);
/** Message of an original server, with status 500, about a stage or a step that was changed meanwhile. */
const originalConflict = /Optimistic Lock Error/;
/**
 * Statuses that concern only one file or optional call. An older server responds with 404, because it does not have the
 * endpoint.
 */
const fileStatuses: ReadonlySet<number> = new Set([400, 404, 408, 413, 507]);

/** Returns the error for a status of a response that a retry cannot solve; undefined for all others. */
export function findFinalError(
  { upload, isOptional = upload }: RunnerEndpoint,
  status: number,
  message: string,
): RunnerConflict | FileRefusal | undefined {
  if (isOptional && fileStatuses.has(status)) return new FileRefusal(message);
  const isFinal = isOptional ? status === conflict : finalStatuses.has(status);
  if (isFinal || originalConflict.test(message)) return new RunnerConflict(message);
  return undefined;
}
