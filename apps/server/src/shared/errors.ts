import { errorMessages } from '@millrace/contract/errors';

/** A failure with an answer for the caller: an HTTP status and a message that may be shown. */
export class AppError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'AppError';
    this.status = status;
  }
}

/** The caller may do it, but not now. */
export class TooManyError extends AppError {
  readonly retryAfterSec: number;

  constructor(message: string, retryAfterSec: number) {
    super(429, message);
    this.retryAfterSec = retryAfterSec;
  }
}

export const badRequest = (message: string) => new AppError(400, message);
export const unauthorized = () => new AppError(401, errorMessages.unauthorized);
export const forbidden = (message: string = errorMessages.forbidden) => new AppError(403, message);
export const conflict = (message: string) => new AppError(409, message);
export const notFound = (message: string = errorMessages.notFound) => new AppError(404, message);

/** A reason not to start, in words for the person who typed the command. */
export class StartError extends Error {
  override name = 'StartError';
}
