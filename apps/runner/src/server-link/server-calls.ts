import {
  type CallInput,
  type Endpoint,
  endpointUrl,
  type OutputOf,
  type PathParams,
  type Schema,
} from '@millrace/contract/api';
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
  timeoutMs?: number;
}

type Optional = Schema | undefined;

/** Longer than the server holds a long poll. */
const defaultTimeoutMs = 60_000;
/** Sending the same once more cannot help. */
const finalStatuses: ReadonlySet<number> = new Set([400, 409, 413]);

/** Calls of the contract to one server; they resolve with an answer that is not an error. */
export class ServerCalls {
  private readonly link: ServerLink;

  constructor(link: ServerLink) {
    this.link = link;
  }

  async call<P extends string, Q extends Optional, B extends Optional, O extends Optional>(
    endpoint: Endpoint<P, Q, B, O>,
    input: CallInput<P, Q, B>,
  ): Promise<OutputOf<O>> {
    const response = await this.send(endpoint, input);
    return readAnswer(endpoint, await response.text());
  }

  /** Null when the wait ended without what it was for. */
  async poll<P extends string, Q extends Optional, B extends Optional, O extends Optional>(
    endpoint: Endpoint<P, Q, B, O>,
    input: CallInput<P, Q, B>,
    signal: AbortSignal,
  ): Promise<OutputOf<O> | null> {
    const response = await this.send(endpoint, input, signal);
    const text = await response.text();
    return response.status === 204 ? null : readAnswer(endpoint, text);
  }

  private async send<P extends string, Q extends Optional, B extends Optional>(
    endpoint: Endpoint<P, Q, B, Optional>,
    input: CallInput<P, Q, B>,
    signal?: AbortSignal,
  ): Promise<Response> {
    const { server, secret, runner, timeoutMs = defaultTimeoutMs } = this.link;
    const { params, query, body } = input as {
      params?: PathParams<P>;
      query?: Record<string, string>;
      body?: unknown;
    };
    const path = endpointUrl(endpoint, params ?? ({} as PathParams<P>));
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await fetch(
      `${server}${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
      {
        method: endpoint.method,
        headers: {
          [secretHeader]: secret,
          [runnerHeader]: runner,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    ).catch((error: unknown) => {
      throw signal?.aborted ? error : unreachable(error);
    });
    if (!response.ok)
      throw refusal(response.status, (await response.text()).trim() || response.statusText);
    return response;
  }
}

function readAnswer<O extends Optional>(
  { output, contentType }: Pick<Endpoint<string, Optional, Optional, O>, 'output' | 'contentType'>,
  text: string,
): OutputOf<O> {
  return (contentType ? text : output?.parse(JSON.parse(text))) as OutputOf<O>;
}

function refusal(status: number, reason: string): Error {
  const shown = reason.slice(0, 300);
  return finalStatuses.has(status) ? new RunnerConflict(shown) : new ServerRefusal(status, shown);
}

/** `fetch` says only that it failed; why is in the cause. */
function unreachable(error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new Error(`The server cannot be reached: ${text}`, { cause: error });
}
