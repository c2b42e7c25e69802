import type { ErrorBody, errorMessages } from '@millrace/contract/errors';

const known: Omit<typeof errorMessages, 'stopping'> = {
  unauthorized: 'Unauthorized',
  forbidden: 'Forbidden',
  notFound: 'Not Found',
  noRows: 'sql: no rows in result set',
};

/** A failed API call. `status` 0 means that there was no response. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Returns the `message` of a JSON body, or else the raw body, or else the status text. */
export function readErrorMessage(body: string, statusText: string): string {
  try {
    const parsed: Partial<ErrorBody> | null = JSON.parse(body);
    if (typeof parsed?.message === 'string' && parsed.message) return parsed.message;
  } catch {
    // Not JSON: the raw text is the message.
  }
  return body.trim() || statusText || 'Request failed';
}

/** Returns the message of an error for people. Servers name a missing resource by a message of their database. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text === known.noRows ? known.notFound : text;
}

/** Returns whether a resource is missing. Servers use one of two messages for this. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof ApiError && [known.notFound, known.noRows].includes(error.message as never)
  );
}

/** Returns whether the server answered Not Found, which it also does if the viewer has no permission. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.message === known.notFound;
}

/**
 * Returns whether there is no session. Existing servers also use 401 for missing permissions, with the
 * message 'Forbidden'.
 */
export function isUnauthorized(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.message === known.unauthorized) return true;
  return error.status === 401 && error.message !== known.forbidden;
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

/** Describes a query for a list: whether it has ever been loaded, and why the last request failed. */
export function loadState(query: { data: unknown; error: Error | null; refetch: () => unknown }) {
  return {
    isLoaded: query.data !== undefined,
    failure: query.error ? describeFailure(query.error) : undefined,
    onRetry: query.refetch,
  };
}
