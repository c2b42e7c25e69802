import { DatabaseBusyError, GoneError, NoSpaceError } from '@millrace/contract/api-errors';

/** SQLSTATE classes "connection exception" and "operator intervention", and "too many connections". */
const unreachable = /^(08|57P|53300)/;
/** SQLSTATE of serialization failures and deadlocks. */
const conflict = /^40(001|P01)$/;
/** Maximum number of attempts of a transaction that conflicts with others. */
export const maxTries = 10;
const foreignKey = '23503';
const diskFull = '53100';
const socketErrors = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)/;
/** Messages of driver errors that have no code. */
const lostConnection = /Connection terminated|timeout exceeded|not queryable|Client was closed/;

/** Returns whether the database is temporarily unreachable. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  const code = codeOf(error);
  if (unreachable.test(code) || socketErrors.test(code)) return true;
  return error instanceof Error && lostConnection.test(error.message);
}

/**
 * Returns whether a transaction, or a statement outside of a transaction, was rolled back because of a
 * conflict or an outdated plan, so that it can be retried.
 */
export function isConflict(error: unknown): boolean {
  return conflict.test(codeOf(error)) || isOutdatedPlan(error);
}

/** Returns whether the statement was canceled. */
export function isCancelled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** Returns whether the plan of a statement is outdated because its tables have changed. */
export function isOutdatedPlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && /cached plan/.test((error as Error).message);
}

/** Converts a database error to an error that the rest of the server handles. */
export function toServerError(error: unknown): unknown {
  if (codeOf(error) === foreignKey) return new GoneError(error);
  if (codeOf(error) === diskFull) return new NoSpaceError(undefined, { cause: error });
  if (!isUnreachable(error)) return error;
  return new DatabaseBusyError('The database cannot be reached, please try again', {
    cause: error,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
