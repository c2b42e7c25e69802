import {
  type ApiCall,
  type CallInput,
  endpointUrl,
  type OutputOf,
  type PathParams,
  type Schema,
} from '@millrace/contract/api';
import { endpointOf } from '@millrace/contract/endpoints';
import { errorMessages } from '@millrace/contract/errors';
import { readEnvironment } from '@millrace/node-kit/environment';
import { errorMessage } from '@millrace/node-kit/error-message';
import { StartError } from '@millrace/node-kit/start-error';
import { useProxies } from '@millrace/node-kit/use-proxies';
import { z } from 'zod/mini';

const timeoutMs = 60_000;
/** Body of a refused call. Servers of before the codes send a message alone. */
export const refusal = z.object({ message: z.string(), code: z.optional(z.string()) });

type Optional = Schema | undefined;

/** A call that the server refused. */
export class RefusedCallError extends StartError {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Calls an endpoint of a server with the token of the environment.
 *
 * @param server its URL, without a trailing slash
 * @throws {RefusedCallError} if the server refuses the call
 * @throws StartError with the reason if there is no answer
 */
export async function callServer<
  Path extends string,
  Query extends Optional,
  Body extends Optional,
  Output extends Optional,
>(
  server: string,
  call: ApiCall<Path, Query, Body, Output>,
  input: CallInput<Path, Query, Body>,
  canceled?: AbortSignal,
): Promise<OutputOf<Output>> {
  const {
    params,
    query = {},
    body,
  } = input as {
    params?: PathParams<Path>;
    query?: Record<string, string | undefined>;
    body?: unknown;
  };
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const path = endpointUrl(call, params ?? ({} as PathParams<Path>));
  const endpoint = `${server}${path}`;
  const address = `${endpoint}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
  const answer = await send(address, call.method, readToken(server), body, canceled);
  const json: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) {
    const parsed = refusal.safeParse(json);
    const reason = parsed.success ? `: ${explain(parsed.data.message)}` : '';
    throw new RefusedCallError(answer.status, `${endpoint} answered ${answer.status}${reason}`);
  }
  const { output } = endpointOf(call);
  if (!output) return undefined as OutputOf<Output>;
  const parsed = output.safeParse(json);
  if (parsed.success) return parsed.data as OutputOf<Output>;
  throw new StartError(`${endpoint} is not an answer of a Millrace server.`);
}

/** Clients of existing servers compare this message, which tells people nothing. */
function explain(message: string): string {
  return message === errorMessages.noRows ? errorMessages.notFound : message;
}

/** Returns the token of the environment, and prepares the proxies for calls. */
export function readToken(server: string): string {
  const env = readEnvironment();
  const token = env.MILLRACE_TOKEN || env.DRONE_TOKEN;
  if (token) {
    useProxies(env);
    return token;
  }
  throw new StartError(`Set MILLRACE_TOKEN to your token for ${server}, from your account page.`);
}

async function send(
  address: string,
  method: string,
  token: string,
  body: unknown,
  canceled?: AbortSignal,
): Promise<Response> {
  const content =
    body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(address, {
      method,
      ...content,
      headers: {
        ...content.headers,
        authorization: `Bearer ${token}`,
        accept: 'application/json',
      },
      redirect: 'error',
      signal: canceled ? AbortSignal.any([canceled, timeout]) : timeout,
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    throw new StartError(`${address.replace(/\?.*/s, '')} does not answer: ${errorMessage(cause)}`);
  }
}
