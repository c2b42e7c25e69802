import type { ErrorBody, ErrorCode } from '@millrace/contract/errors';

/** Message of servers for a missing build, log or card. */
const noRows = 'sql: no rows in result set';

/** A failed API call. `status` 0 means that there was no response. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Undefined for answers of others than the server, such as a proxy. */
  readonly code: ErrorCode | undefined;

  constructor(status: number, message: string, code?: ErrorCode) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Reads the answer to a failed call. Without a JSON body, its text is the message, or else that of the status. */
export function readApiError(status: number, body: string, statusText: string): ApiError {
  try {
    const parsed: Partial<ErrorBody> | null = JSON.parse(body);
    const { message, code } = parsed ?? {};
    if (typeof message === 'string' && message)
      return new ApiError(status, message, code ?? originalCode(status, message));
  } catch {
    // Not JSON: the raw text is the message.
  }
  const message = body.trim() || statusText || 'Request failed';
  return new ApiError(status, message, originalCode(status, message));
}

/**
 * Original servers send no code, so that their messages have to tell. They also use 401 for missing permissions,
 * with the message 'Forbidden'.
 */
function originalCode(status: number, message: string): ErrorCode | undefined {
  if (message === 'Not Found') return 'not_found';
  if (message === noRows) return 'missing';
  if (message === 'Forbidden') return 'forbidden';
  return status === 401 || message === 'Unauthorized' ? 'unauthorized' : undefined;
}

/** Returns the message of an error for people. Servers name a missing resource by a message of their database. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text === noRows ? 'Not Found' : text;
}

/** Returns whether a resource is missing, or the viewer has no permission to see it. */
export function isMissing(error: unknown): boolean {
  return isNotFound(error) || (error instanceof ApiError && error.code === 'missing');
}

/** Returns whether the server answered Not Found, which it also does if the viewer has no permission. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}

/** Returns whether there is no session. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthorized';
}

/** Returns whether there was no response. Any response is final, including one of a proxy. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Returns whether there was no response, or one with a server error. */
export function isServerFault(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Returns the message to show for a failed read. */
export function describeFailure(error: unknown) {
  return { message: errorText(error), isUnreachable: isUnreachable(error) };
}
