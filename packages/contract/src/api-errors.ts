import { type ErrorBody, type ErrorCode, errorMessages, usualCode } from './errors.ts';

/** Codes of operating systems for no space left, and quota exceeded. */
const fullDisk = new Set<unknown>(['ENOSPC', 'EDQUOT']);

interface AppErrorOptions extends ErrorOptions {
  /** By default, the usual one of the status. */
  code?: ErrorCode;
}

/** An error with an HTTP status, a code for programs, and a message that the caller may see. */
export class AppError extends Error {
  readonly status: number;
  /** Not `code`, by which errors of the operating system are recognized. */
  readonly errorCode: ErrorCode;

  constructor(status: number, message: string, options: AppErrorOptions = {}) {
    super(message, options);
    this.name = 'AppError';
    this.status = status;
    this.errorCode = options.code ?? usualCode(status);
  }
}

/** The request is allowed, but not possible now. */
export class RetryLaterError extends AppError {
  readonly retryAfterSec: number;

  constructor(status: number, message: string, retryAfterSec: number, options?: AppErrorOptions) {
    super(status, message, options);
    this.retryAfterSec = retryAfterSec;
  }
}

export class TooManyError extends RetryLaterError {
  constructor(message: string, retryAfterSec: number) {
    super(429, message, retryAfterSec);
  }
}

/** Another process holds the write lock, or the database is unreachable, for longer than a call waits. */
export class DatabaseBusyError extends RetryLaterError {
  constructor(message = 'The database is busy, please try again', options?: ErrorOptions) {
    super(503, message, 2, { ...options, code: 'database_busy' });
  }
}

/** The disk of the server is full, or has less free space than the reserve. */
export class NoSpaceError extends RetryLaterError {
  constructor(
    message = 'The disk of the server is full. An administrator must free space.',
    options?: ErrorOptions,
  ) {
    super(507, message, 30, options);
  }
}

/** The object store is unavailable. The reason is logged once per outage. */
export class StoreAwayError extends RetryLaterError {
  /** The store refuses the request, so a retry would fail too. */
  readonly isRefusal: boolean;

  constructor(reason: string, { cause, isRefusal }: { cause?: unknown; isRefusal: boolean }) {
    super(503, `The object store is away: ${reason}`, 10, { cause, code: 'store_unavailable' });
    this.isRefusal = isRefusal;
  }
}

/** The server stops, and takes no more calls that last. */
export class StoppingError extends RetryLaterError {
  constructor() {
    super(503, 'The server is stopping, please try again', 1, { code: 'stopping' });
  }
}

/** Nothing can be changed for some time, which an administrator has announced. */
export class ReadOnlyError extends RetryLaterError {
  constructor(announcement: string, retryAfterSec: number) {
    super(503, `The server is read-only: ${announcement}`, retryAfterSec, { code: 'read_only' });
  }
}

/** A service that the administrator configured has failed, and the caller cannot do without it. */
export class ServiceError extends AppError {
  constructor(message: string, options?: ErrorOptions) {
    super(502, message, options);
    this.name = 'ServiceError';
  }
}

/** A stage may not get what its pipeline file uses. It ends in error with this message. */
export class StageRefusal extends AppError {
  constructor(message: string) {
    super(403, message);
    this.name = 'StageRefusal';
  }
}

/** A new row references a deleted one. */
export class GoneError extends AppError {
  constructor(cause: unknown) {
    super(404, errorMessages.notFound, { cause });
  }
}

export const badRequest = (message: string, code?: ErrorCode) =>
  new AppError(400, message, code && { code });
export const unauthorized = () => new AppError(401, errorMessages.unauthorized);
export const forbidden = (message: string = errorMessages.forbidden, code?: ErrorCode) =>
  new AppError(403, message, code && { code });
/** The client has disconnected. No client reads this message. */
export const callerGone = () => new AppError(499, 'The caller is gone');
export const conflict = (message: string, code?: ErrorCode) =>
  new AppError(409, message, code && { code });
/** Also the answer for a resource that the caller may not see. */
export const notFound = () => new AppError(404, errorMessages.notFound);
/** Something that the call names does not exist, which the caller may know. */
export const missing = (message: string = errorMessages.noRows) =>
  new AppError(404, message, { code: 'missing' });

/** Turns a write error of a full disk, anywhere in the server, into an error for the caller. */
export function asCallerError(error: unknown): unknown {
  const isFull = error instanceof Error && 'code' in error && fullDisk.has(error.code);
  return isFull ? new NoSpaceError(undefined, { cause: error }) : error;
}

/** Returns whether the log must contain a failed call: not what it contains already, or what happens at each stop. */
export function mustLog(error: unknown, status: number): boolean {
  const isKnown =
    error instanceof StoreAwayError ||
    error instanceof StoppingError ||
    error instanceof ReadOnlyError;
  return status >= 500 && !isKnown;
}

/** Describes a failure for a client. Internal details stay in the log. */
export function describeForCaller(error: unknown): ErrorBody & { status: number } {
  if (error instanceof AppError) {
    const { status, message, errorCode: code } = error;
    return { status, message, code };
  }
  // Errors of Fastify, as for a body that is not JSON.
  const isHttp = error instanceof Error && 'statusCode' in error;
  const status = isHttp && typeof error.statusCode === 'number' ? error.statusCode : 500;
  const message = isHttp && status < 500 ? error.message : 'Internal Server Error';
  return { status, message, code: usualCode(status) };
}
