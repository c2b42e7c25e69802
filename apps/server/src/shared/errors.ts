import { errorMessages } from '@millrace/contract/errors';

/** No space left, no quota left. */
const fullDisk = new Set<unknown>(['ENOSPC', 'EDQUOT']);

/** A failure with an answer for the caller: an HTTP status and a message that may be shown. */
export class AppError extends Error {
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.status = status;
  }
}

/** The caller may do it, but not now. */
export class RetryLaterError extends AppError {
  readonly retryAfterSec: number;

  constructor(status: number, message: string, retryAfterSec: number, options?: ErrorOptions) {
    super(status, message, options);
    this.retryAfterSec = retryAfterSec;
  }
}

export class TooManyError extends RetryLaterError {
  constructor(message: string, retryAfterSec: number) {
    super(429, message, retryAfterSec);
  }
}

/** Another process writes, or the database is away, for longer than a call waits. */
export class DatabaseBusyError extends RetryLaterError {
  constructor(message = 'The database is busy, please try again', options?: ErrorOptions) {
    super(503, message, 2, options);
  }
}

/** The disk of the server is full, or has less left than the reserve. */
export class NoSpaceError extends RetryLaterError {
  constructor(
    message = 'The disk of the server is full. An administrator must free space.',
    options?: ErrorOptions,
  ) {
    super(507, message, 30, options);
  }
}

/** Why the store of objects is away, which is said in the log once for each time. */
export class StoreAwayError extends RetryLaterError {
  /** It answers, and another try will fare no better. */
  readonly isRefusal: boolean;

  constructor(reason: string, { cause, isRefusal }: { cause?: unknown; isRefusal: boolean }) {
    super(503, `The object store is away: ${reason}`, 10);
    this.cause = cause;
    this.isRefusal = isRefusal;
  }
}

/** A new row names one that is gone: where one is deleted, those that name it go along. */
export class GoneError extends AppError {
  constructor(cause: unknown) {
    super(404, errorMessages.notFound, { cause });
  }
}

export const badRequest = (message: string) => new AppError(400, message);
export const unauthorized = () => new AppError(401, errorMessages.unauthorized);
export const forbidden = (message: string = errorMessages.forbidden) => new AppError(403, message);
/** Nobody reads what it says. */
export const callerGone = () => new AppError(499, 'The caller is gone');
export const conflict = (message: string) => new AppError(409, message);
export const notFound = (message: string = errorMessages.notFound) => new AppError(404, message);

/** Turns a write to a full disk, from wherever in the server, into an error for the caller. */
export function asCallerError(error: unknown): unknown {
  const isFull = error instanceof Error && 'code' in error && fullDisk.has(error.code);
  return isFull ? new NoSpaceError(undefined, { cause: error }) : error;
}

/** Message of a failure that a client may see. Internal details stay in the log. */
export function messageForCaller(error: unknown, status: number): string {
  const mayKnow = error instanceof AppError || (status < 500 && error instanceof Error);
  return mayKnow ? error.message : 'Internal Server Error';
}
