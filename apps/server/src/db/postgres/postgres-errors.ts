import { DatabaseBusyError, GoneError, NoSpaceError } from '../../shared/errors.ts';

/** The classes "connection exception" and "operator intervention"; too many connections. */
const away = /^(08|57P|53300)/;
/** Serialization failure, deadlock. */
const clash = /^40(001|P01)$/;
/** Maximum attempts of a transaction that conflicts with others. */
export const mostTries = 10;
const foreignKey = '23503';
const diskFull = '53100';
const socketErrors = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)/;
/** Messages of driver errors that have no code. */
const lostConnection = /Connection terminated|timeout exceeded|not queryable|Client was closed/;

/** Whether the database cannot be reached now, and may be later. */
export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  const code = codeOf(error);
  if (away.test(code) || socketErrors.test(code)) return true;
  return error instanceof Error && lostConnection.test(error.message);
}

/**
 * Whether a transaction, or a statement that stood alone, was undone for another one's sake, or for a
 * plan's, and may be carried out again.
 */
export function isClash(error: unknown): boolean {
  return clash.test(codeOf(error)) || isOutdatedPlan(error);
}

/** Whether somebody cancelled the statement. */
export function isCancelled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** Whether a statement was planned before somebody changed its tables. */
export function isOutdatedPlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && /cached plan/.test((error as Error).message);
}

/** Converts a database error to an error that the rest of the server handles. */
export function toServerError(error: unknown): unknown {
  if (codeOf(error) === foreignKey) return new GoneError(error);
  if (codeOf(error) === diskFull) return new NoSpaceError(undefined, { cause: error });
  if (!isAway(error)) return error;
  return new DatabaseBusyError('The database cannot be reached, please try again', {
    cause: error,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
