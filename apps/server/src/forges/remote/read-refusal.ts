import type { HTTPError } from 'ky';
import { z } from 'zod/mini';
import {
  AccountBlockedError,
  ForgeAwayError,
  ForgeRefusedError,
  TokenRefusedError,
} from './forge-errors.ts';

export function isLimited({ status, headers }: Response): boolean {
  if (status === 429) return true;
  if (status !== 403 && status !== 503) return false;
  return headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0';
}

/** Returns the seconds to wait before the next call to the forge. */
export function readWaitSec({ headers }: Response): number {
  const after = headers.get('retry-after');
  if (after) return Number(after) || Math.max(1, (Date.parse(after) - Date.now()) / 1000 || 60);
  const reset = Number(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset'));
  return reset ? Math.max(1, Math.ceil(reset - Date.now() / 1000)) : 60;
}

export async function explainRefusal(
  { response, data }: HTTPError,
  blocked: RegExp,
): Promise<Error> {
  const { status } = response;
  if (isOfProxy(response, data)) {
    return new ForgeAwayError(
      `The forge is not available: something in front of it answered with status ${status}`,
    );
  }
  const reason = reasonIn(data);
  // GitHub reports some of its limits only in the message.
  if (isLimited(response) || (status === 403 && /\brate limit\b/i.test(reason))) {
    return new ForgeAwayError(
      'The forge is rate limiting this server',
      Math.ceil(readWaitSec(response)),
    );
  }
  if (status === 401) return new TokenRefusedError();
  if (status === 403 && blocked.test(reason)) return new AccountBlockedError(reason);
  if (status >= 500 || status === 408) return new ForgeAwayError();
  return new ForgeRefusedError(status, reason || `status ${status}`);
}

/**
 * Returns whether the answer is of a proxy or a firewall in front of the forge, and may be another one later. Forges
 * explain every refusal in JSON, except paths that their version does not have.
 */
function isOfProxy({ status, headers }: Response, data: unknown): boolean {
  if (status >= 500 || status === 429) return false;
  if (status === 401 || status === 403) return typeof data !== 'object';
  return /^text\/html\b/i.test(headers.get('content-type') ?? '');
}

/** Each forge puts the message in another field. */
const failure = z.object({
  message: z.optional(z.unknown()),
  error: z.optional(z.union([z.string(), z.object({ message: z.string() })])),
  errors: z.catch(z.optional(z.array(z.object({ message: z.optional(z.string()) }))), undefined),
});

function reasonIn(data: unknown): string {
  const { data: body } = failure.safeParse(data);
  const { message, error, errors } = body ?? {};
  const details = (errors ?? []).flatMap((detail) => detail.message ?? []);
  if (typeof message === 'string') return [message, ...details].join(': ');
  if (message) return JSON.stringify(message);
  return typeof error === 'string' ? error : (error?.message ?? '');
}
