import type { ErrorBody, errorMessages } from '@millrace/contract/errors';

const known: typeof errorMessages = {
  unauthorized: 'Unauthorized',
  forbidden: 'Forbidden',
  notFound: 'Not Found',
  noRows: 'sql: no rows in result set',
};

/** A call that the server refused. `status` 0 means that no answer came. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The text of the body's `message`, else the raw body, else the status line. */
export function readErrorMessage(body: string, statusText: string): string {
  try {
    const parsed: Partial<ErrorBody> | null = JSON.parse(body);
    if (typeof parsed?.message === 'string' && parsed.message) return parsed.message;
  } catch {
    // Not JSON: the raw text is the message.
  }
  return body.trim() || statusText || 'Request failed';
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True for a resource that is missing, in either wording of servers. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof ApiError && [known.notFound, known.noRows].includes(error.message as never)
  );
}

/** True for the answer of a server that does not say more to who may not. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.message === known.notFound;
}

/** True where there is no session. Existing servers refuse with a 401 too, and say 'Forbidden' then. */
export function isUnauthorized(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.message === known.unauthorized) return true;
  return error.status === 401 && error.message !== known.forbidden;
}

/** True when no answer came at all. An answer is final, also one of a proxy in the server's place. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** True when no answer came, or one that says that the server itself is in trouble. */
export function isServerFault(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Returns the message to show for a failed read. */
export function describeFailure(error: unknown) {
  return { message: errorText(error), isUnreachable: isUnreachable(error) };
}
