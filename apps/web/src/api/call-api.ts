import {
  type CallInput,
  type Endpoint,
  endpointUrl,
  type OutputOf,
  type PathParams,
  type Schema,
} from '@millrace/contract/api';
import { ApiError, readErrorMessage } from './api-error.ts';
import { noResponseText } from './no-response.ts';
import { buildTimeToken, serverUrl } from './server-address.ts';

type Optional = Schema | undefined;

/** Calls an endpoint of the contract, which defines the types of the request and the response. */
export async function callApi<
  Path extends string,
  Query extends Optional,
  Body extends Optional,
  Output extends Optional,
>(
  endpoint: Endpoint<Path, Query, Body, Output>,
  input: CallInput<Path, Query, Body> & { signal?: AbortSignal },
): Promise<OutputOf<Output>> {
  return (await callWithHeaders(endpoint, input)).output;
}

/** Reads a page of a list. Returns it with the query of the next page, from the `Link` header. */
export async function callApiPage<
  Path extends string,
  Query extends Optional,
  Body extends Optional,
  Output extends Optional,
>(
  endpoint: Endpoint<Path, Query, Body, Output>,
  input: CallInput<Path, Query, Body> & { signal?: AbortSignal },
): Promise<{ items: OutputOf<Output>; next: URLSearchParams | null }> {
  const { output, headers } = await callWithHeaders(endpoint, input);
  const [, next] = /<[^>?]*\?([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return { items: output, next: next === undefined ? null : new URLSearchParams(next) };
}

async function callWithHeaders<
  Path extends string,
  Query extends Optional,
  Body extends Optional,
  Output extends Optional,
>(
  endpoint: Endpoint<Path, Query, Body, Output>,
  input: CallInput<Path, Query, Body> & { signal?: AbortSignal },
): Promise<{ output: OutputOf<Output>; headers: Headers }> {
  const { params, query, body, signal } = input as {
    params?: PathParams<Path>;
    query?: Record<string, string | undefined>;
    body?: unknown;
    signal?: AbortSignal;
  };
  const path = endpointUrl(endpoint, params ?? ({} as PathParams<Path>));
  const response = await send(serverUrl(path, query), endpoint.method, body, signal);
  const text = await response.text();
  if (!response.ok) {
    throw new ApiError(response.status, readErrorMessage(text, response.statusText));
  }
  const output = (text ? JSON.parse(text) : undefined) as OutputOf<Output>;
  return { output, headers: response.headers };
}

async function send(url: string, method: string, body: unknown, signal?: AbortSignal) {
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (buildTimeToken) headers.set('authorization', `Bearer ${buildTimeToken}`);
  const request: RequestInit = { method, headers, credentials: 'include', signal: signal ?? null };
  if (body !== undefined) request.body = JSON.stringify(body);
  try {
    return await fetch(url, request);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, noResponseText());
  }
}
