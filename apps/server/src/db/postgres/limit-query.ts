import { AppError, callerGone } from '@millrace/contract/api-errors';
import type { QueryScope } from '../../shared/query-scope.ts';
import { isCancelled } from './postgres-errors.ts';

/**
 * Waits for a query, and cancels it in the database if it exceeds its time limit or the client of its call
 * has disconnected. Resolves only after the cancel request has been sent, so that it cannot hit the next
 * query of the connection.
 */
export async function limitQuery<Result>(
  query: Promise<Result>,
  scope: QueryScope,
  limitSec: number,
  cancel: () => Promise<void>,
): Promise<Result> {
  let reason: AppError | undefined;
  let cancelling: Promise<void> | undefined;
  const stop = (why: AppError) => {
    reason ??= why;
    cancelling ??= cancel();
  };
  const onAbort = () => stop(callerGone());
  const timer = setTimeout(() => stop(tookTooLong(limitSec)), limitSec * 1000);
  scope.signal.addEventListener('abort', onAbort, { once: true });
  if (scope.signal.aborted) onAbort();
  try {
    return await query;
  } catch (error) {
    throw reason && isCancelled(error) ? reason : error;
  } finally {
    clearTimeout(timer);
    scope.signal.removeEventListener('abort', onAbort);
    await cancelling;
  }
}

function tookTooLong(limitSec: number): AppError {
  const limit = limitSec === 1 ? '1 second' : `${limitSec} seconds`;
  return new AppError(503, `The database query took longer than ${limit}. Try a narrower search.`);
}
