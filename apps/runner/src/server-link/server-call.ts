import {
  RunnerConflict,
  type RunnerId,
  runnerHeader,
  secretHeader,
} from '@millrace/contract/runner';
import { ServerRefusal } from './server-refusal.ts';

export interface ServerLink {
  /** Address without a slash at its end. */
  server: string;
  secret: string;
  runner: RunnerId;
}

interface CallOptions {
  body?: unknown;
  signal?: AbortSignal;
  timeoutMs?: number;
}

type Method = 'GET' | 'POST' | 'PUT';

/** One call to the server; resolves with an answer that is not an error. */
export type ServerCall = (
  method: Method,
  path: string,
  options?: CallOptions,
) => Promise<{ status: number; text: string }>;

const defaultTimeoutMs = 60_000;
/** Sending the same once more cannot help. */
const finalStatuses: ReadonlySet<number> = new Set([400, 409, 413]);

export function createServerCall({ server, secret, runner }: ServerLink): ServerCall {
  return async (method, path, { body, signal, timeoutMs = defaultTimeoutMs } = {}) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${server}/rpc/v2${path}`, {
      method,
      headers: {
        [secretHeader]: secret,
        [runnerHeader]: runner,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw signal?.aborted ? error : unreachable(error);
    });
    const text = await response.text();
    if (response.ok) return { status: response.status, text };
    const reason = text.trim().slice(0, 300) || response.statusText;
    if (finalStatuses.has(response.status)) throw new RunnerConflict(reason);
    throw new ServerRefusal(response.status, reason);
  };
}

/** `fetch` says only that it failed; why is in the cause. */
function unreachable(error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new Error(`The server cannot be reached: ${text}`, { cause: error });
}
