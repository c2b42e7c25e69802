import { type ClientRequest, type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { errorMessage } from '@millrace/node-kit/error-message';
import { awaitResponse, readWithin } from './await-response.ts';

interface LimitedRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Time limit of the whole request. */
  timeoutMs: number;
  /** Maximum size of the response's body. */
  maxBytes: number;
  /** Certificates of the authorities that are trusted; undefined for those that Node trusts. */
  ca?: string | undefined;
}

export interface LimitedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** There is no complete response. `message` continues a sentence: "… failed: no response within 10 s". */
export class NoResponseError extends Error {
  override name = 'NoResponseError';
}

/**
 * Sends a request to an address that an administrator configured, within a time and a size. Redirects are not
 * followed.
 */
export async function sendLimited(url: string, options: LimitedRequest): Promise<LimitedResponse> {
  const { body, timeoutMs, maxBytes } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await awaitResponse(open(url, options, signal), body);
    const { statusCode: status = 0, headers } = response;
    const received = await readWithin(response, maxBytes);
    if (received) return { status, headers, body: received };
    throw new NoResponseError(`the response is larger than ${maxBytes} bytes`);
  } catch (error) {
    if (error instanceof NoResponseError) throw error;
    const reason = signal.aborted ? `no response within ${timeoutMs / 1000} s` : describe(error);
    throw new NoResponseError(reason, { cause: error });
  }
}

function open(
  url: string,
  { method = 'GET', headers, body, ca }: LimitedRequest,
  signal: AbortSignal,
): ClientRequest {
  const send = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  // Without an agent, because the other side may just have closed a connection that an agent kept.
  return send(url, {
    method,
    signal,
    agent: false,
    headers: { ...headers, ...length },
    ...(ca === undefined ? {} : { ca }),
  });
}

/** Node reports an error without a message for a name with several addresses. */
function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join('; ');
  return errorMessage(error);
}
