import {
  type CallInput,
  type Endpoint,
  endpointUrl,
  type OutputOf,
  type PathParams,
  type Schema,
} from '@millrace/contract/api';
import {
  FileRefusal,
  RunnerConflict,
  type RunnerId,
  runnerHeader,
  secretHeader,
} from '@millrace/contract/runner';
import { ServerRefusal } from './server-refusal.ts';

export interface ServerLink {
  /** URL without a trailing slash. */
  server: string;
  secret: string;
  runner: RunnerId;
  timeoutMs?: number;
}

export interface Upload {
  bytes: AsyncIterable<Uint8Array>;
  size: number;
}

type Optional = Schema | undefined;

/** Longer than the server holds a long poll. */
const defaultTimeoutMs = 60_000;
/** Statuses that a retry cannot solve. */
const finalStatuses: ReadonlySet<number> = new Set([400, 409, 413]);
const conflict = 409;
/** Statuses that concern one file; an older server does not know the endpoint. */
const fileStatuses: ReadonlySet<number> = new Set([400, 404, 408, 413, 507]);

/** Calls the endpoints of one server. Resolves with a response that is not an error. */
export class ServerCalls {
  private readonly link: ServerLink;
  private readonly timeoutMs: number;

  constructor(link: ServerLink) {
    this.link = link;
    this.timeoutMs = link.timeoutMs ?? defaultTimeoutMs;
  }

  async call<P extends string, Q extends Optional, B extends Optional, O extends Optional>(
    endpoint: Endpoint<P, Q, B, O>,
    input: CallInput<P, Q, B>,
  ): Promise<OutputOf<O>> {
    const response = await this.send(endpoint, input);
    return readAnswer(endpoint, await response.text());
  }

  /** Returns null if the long poll timed out. */
  async poll<P extends string, Q extends Optional, B extends Optional, O extends Optional>(
    endpoint: Endpoint<P, Q, B, O>,
    input: CallInput<P, Q, B>,
    signal: AbortSignal,
  ): Promise<OutputOf<O> | null> {
    const response = await this.send(endpoint, input, signal);
    const text = await response.text();
    return response.status === 204 ? null : readAnswer(endpoint, text);
  }

  /**
   * Sends a file while it makes progress. The file is read only as fast as it is sent. Rejects with {@link
   * FileRefusal} if the server rejects only this file.
   */
  async upload<P extends string, Q extends Optional, O extends Optional>(
    endpoint: Endpoint<P, Q, undefined, O>,
    input: CallInput<P, Q, undefined>,
    { bytes, size }: Upload,
    signal: AbortSignal,
  ): Promise<void> {
    const stalled = new AbortController();
    const timer = setTimeout(() => stalled.abort(), this.timeoutMs);
    const watched = async function* () {
      for await (const chunk of bytes) {
        timer.refresh();
        yield chunk;
      }
    };
    const init = {
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
      body: ReadableStream.from(watched()),
      duplex: 'half' as const,
    };
    try {
      const ends = AbortSignal.any([signal, stalled.signal]);
      const response = await this.fetch(endpoint, input, { ...init, signal: ends }, signal);
      await response.text();
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      if (error.status === conflict) throw new RunnerConflict(error.reason);
      throw fileStatuses.has(error.status) ? new FileRefusal(error.reason) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  private async send<P extends string, Q extends Optional, B extends Optional>(
    endpoint: Endpoint<P, Q, B, Optional>,
    input: CallInput<P, Q, B>,
    signal?: AbortSignal,
  ): Promise<Response> {
    const { body } = input as { body?: unknown };
    const timeout = AbortSignal.timeout(this.timeoutMs);
    const init = {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    };
    return await this.fetch(endpoint, input, init, signal).catch((error: unknown) => {
      const isFinal = error instanceof ServerRefusal && finalStatuses.has(error.status);
      throw isFinal ? new RunnerConflict(error.reason) : error;
    });
  }

  private async fetch<P extends string, Q extends Optional, B extends Optional>(
    endpoint: Endpoint<P, Q, B, Optional>,
    input: CallInput<P, Q, B>,
    init: RequestInit & { headers?: Record<string, string> },
    signal?: AbortSignal,
  ): Promise<Response> {
    const { server, secret, runner } = this.link;
    const { params, query } = input as {
      params?: PathParams<P>;
      query?: Record<string, string>;
    };
    const path = endpointUrl(endpoint, params ?? ({} as PathParams<P>));
    const response = await fetch(
      `${server}${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
      {
        ...init,
        method: endpoint.method,
        headers: { ...init.headers, [secretHeader]: secret, [runnerHeader]: runner },
      },
    ).catch((error: unknown) => {
      throw signal?.aborted ? error : unreachable(error);
    });
    if (response.ok) return response;
    const reason = (await response.text()).trim() || response.statusText;
    throw new ServerRefusal(response.status, reason.slice(0, 300));
  }
}

function readAnswer<O extends Optional>(
  { output, contentType }: Pick<Endpoint<string, Optional, Optional, O>, 'output' | 'contentType'>,
  text: string,
): OutputOf<O> {
  return (contentType ? text : output?.parse(JSON.parse(text))) as OutputOf<O>;
}

/** `fetch` reports only that it failed; the reason is in the cause. */
function unreachable(error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new Error(`The server cannot be reached: ${text}`, { cause: error });
}
