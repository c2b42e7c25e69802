import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { errorMessage } from '@millrace/node-kit/error-message';

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
    const response = await open(url, options, signal, body);
    const { statusCode: status = 0, headers } = response;
    return { status, headers, body: await readBody(response, maxBytes) };
  } catch (error) {
    if (error instanceof NoResponseError) throw error;
    const reason = signal.aborted ? `no response within ${timeoutMs / 1000} s` : describe(error);
    throw new NoResponseError(reason, { cause: error });
  }
}

function open(
  url: string,
  { method = 'GET', headers, ca }: LimitedRequest,
  signal: AbortSignal,
  body: string | undefined,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  // Without an agent, because the other side may just have closed a connection that an agent kept.
  const request = send(url, {
    ...{ method, signal, agent: false },
    headers: { ...headers, ...length },
    ...(ca === undefined ? {} : { ca }),
  });
  request.on('response', resolve).on('error', reject).end(body);
  return promise;
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) {
      throw new NoResponseError(`the response is larger than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Node reports an error without a message for a name with several addresses. */
function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join('; ');
  return errorMessage(error);
}
