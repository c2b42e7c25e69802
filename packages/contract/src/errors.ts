import { z } from 'zod/mini';

/**
 * Codes of failed calls, for programs, with their usual status and meaning. Codes are never renamed; new ones can be
 * added, so a client treats an unknown code by the status.
 */
export const errorCodes = {
  invalid_input: { status: 400, text: 'The input is invalid. The message says which part.' },
  already_exists: { status: 400, text: 'The name or address is taken.' },
  limit_reached: { status: 400, text: 'A limit of the server or of the account is reached.' },
  wrong_state: {
    status: 400,
    text: 'The action does not fit the present state of the build, step, terminal or repository.',
  },
  unauthorized: { status: 401, text: 'Not signed in, or the token is invalid.' },
  forbidden: {
    status: 403,
    text: 'The account may see the resource but not do this.',
  },
  account_inactive: { status: 403, text: 'An administrator has deactivated the account.' },
  scope_missing: { status: 403, text: 'The access token is not valid for this call.' },
  not_found: { status: 404, text: 'The resource does not exist, or the account may not see it.' },
  missing: {
    status: 404,
    text: 'Something that the call names does not exist, such as a build, log or branch.',
  },
  timeout: { status: 408, text: 'The body of the request took too long.' },
  conflict: {
    status: 409,
    text: 'More information or a decision is needed first, or another change came before this one.',
  },
  length_required: { status: 411, text: 'The request needs a `Content-Length`.' },
  too_large: { status: 413, text: 'The body or the file is too large.' },
  unsupported_media_type: { status: 415, text: 'The content type is not supported.' },
  invalid_range: { status: 416, text: 'The file does not have the requested range.' },
  socket_required: { status: 426, text: 'The call needs a WebSocket.' },
  too_many_requests: { status: 429, text: 'Too many requests. `Retry-After` says when to retry.' },
  internal: { status: 500, text: 'The server has failed. Its log has the details.' },
  service_failed: { status: 502, text: 'A service that the server needs for this has failed.' },
  unavailable: { status: 503, text: 'Not possible at the moment. Retry later.' },
  read_only: {
    status: 503,
    text: 'The server is read-only, as its announcement says. Retry later.',
  },
  stopping: { status: 503, text: 'The server is stopping. Retry at once.' },
  database_busy: {
    status: 503,
    text: 'The database is unreachable, or was locked for more than two seconds. Retry later.',
  },
  store_unavailable: { status: 503, text: 'The object store does not answer. Retry later.' },
  no_space: {
    status: 507,
    text: 'The disk of the server is full, or has only its reserve left. Retry later.',
  },
  forge_refused: { status: 400, text: 'The forge refuses the call. The message has its reason.' },
  forge_sign_in: {
    status: 409,
    text: 'The access to the forge has ended. The account must sign in again.',
  },
  forge_unavailable: { status: 503, text: 'The forge does not answer. Retry later.' },
} as const satisfies Record<string, { status: number; text: string }>;
export type ErrorCode = keyof typeof errorCodes;

/** The first code of each status. */
const usualCodes = new Map<number, ErrorCode>();
for (const [code, { status }] of Object.entries(errorCodes))
  if (!usualCodes.has(status)) usualCodes.set(status, code as ErrorCode);

/** Returns the code of an error of which only the status is known. */
export function usualCode(status: number): ErrorCode {
  return usualCodes.get(status) ?? (status < 500 ? 'invalid_input' : 'internal');
}

/** Body of every failed call. The message is for people. */
export const errorBody = z.object({ message: z.string(), code: z.string() });
export interface ErrorBody {
  message: string;
  code: ErrorCode;
}

/** Header with the code of a failed call of a runner, whose body is the message alone. */
export const errorCodeHeader = 'x-millrace-error';

/** Messages that clients of existing servers know. */
export const errorMessages = {
  unauthorized: 'Unauthorized',
  forbidden: 'Forbidden',
  notFound: 'Not Found',
  /** Message of existing servers for a missing build, log or card. */
  noRows: 'sql: no rows in result set',
} as const;
