import {
  type ApiCall,
  type CallInput,
  endpointUrl,
  type OutputOf,
  type PathParams,
  type Schema,
} from '@millrace/contract/api';
import { ApiError, readApiError } from './api-error.ts';
import { noResponseText } from './no-response.ts';
import { buildTimeToken, serverUrl } from './server-address.ts';

type Optional = Schema | undefined;

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** Calls an endpoint of the contract, which defines the types of the request and the response. */
export async function callApi<
  Path extends string,
  Query extends Optional,
  Body extends Optional,
  Output extends Optional,
>(
  endpoint: ApiCall<Path, Query, Body, Output>,
  input: CallInput<Path, Query, Body> & CallOptions,
): Promise<OutputOf<Output>> {
  return (await callWithHeaders(endpoint, input)).output;
}

/** Calls an endpoint, and returns the headers of the answer too. */
export async function callWithHeaders<
  Path extends string,
  Query extends Optional,
  Body extends Optional,
  Output extends Optional,
>(
  endpoint: ApiCall<Path, Query, Body, Output>,
  input: CallInput<Path, Query, Body> & CallOptions,
): Promise<{ output: OutputOf<Output>; headers: Headers }> {
  const {
    params,
    query,
    body,
    signal,
    headers: added,
  } = input as CallOptions & {
    params?: PathParams<Path>;
    query?: Record<string, string | undefined>;
    body?: unknown;
  };
  const url = serverUrl(endpointUrl(endpoint, params ?? ({} as PathParams<Path>)), query);
  const headers = new Headers({ accept: 'application/json', ...added });
  const { method } = endpoint;
  const request = { method, headers, credentials: 'include', signal: signal ?? null } as const;
  const response = await send(url, request, body);
  const text = await response.text();
  if (!response.ok) {
    throw readApiError(response.status, text, response.statusText);
  }
  const output = (text ? JSON.parse(text) : undefined) as OutputOf<Output>;
  return { output, headers: response.headers };
}

async function send(url: string, request: RequestInit & { headers: Headers }, body: unknown) {
  const { headers, signal } = request;
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (buildTimeToken) headers.set('authorization', `Bearer ${buildTimeToken}`);
  if (body !== undefined) request.body = JSON.stringify(body);
  try {
    return await fetch(url, request);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, noResponseText());
  }
}
