import type { IncomingMessage } from 'node:http';
import { awaitResponse } from './await-response.ts';
import { createGuardedRequest, type Guard, isBlocked } from './guarded-connection.ts';

interface Options extends Guard {
  headers: Record<string, string>;
  timeoutMs: number;
  /** Size of the part of the response's body that is read. */
  maxBytes: number;
}

export interface PostResponse {
  status: number;
  /** Start of the body. */
  text: string;
  /** Value of `Retry-After` in seconds; undefined if absent or a date. */
  retryAfterSec: number | undefined;
}

/** There was no response. `message` continues "The channel …" and contains nothing secret. */
export class PostError extends Error {
  override name = 'PostError';
  /** Whether the address is not allowed, so that a retry would fail too. */
  readonly isRefusal: boolean;

  constructor(message: string, isRefusal: boolean) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

/** Sends JSON to a URL that a user gave. Redirects are not followed. */
export async function postJson(url: URL, body: string, options: Options): Promise<PostResponse> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  const headers = {
    ...options.headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'accept-encoding': 'identity',
  };
  const request = createGuardedRequest(url, options, { method: 'POST', signal, headers });
  try {
    const response = await awaitResponse(request, body);
    const wait = response.headers['retry-after'] ?? '';
    return {
      status: response.statusCode ?? 0,
      text: await readStart(response, options.maxBytes),
      retryAfterSec: /^\d{1,6}$/.test(wait) ? Number(wait) : undefined,
    };
  } catch (error) {
    if (isBlocked(error)) throw new PostError('is not on the open internet', true);
    throw new PostError(signal.aborted ? 'took too long to answer' : 'cannot be reached', false);
  }
}

/** Reads the start of a body, and discards the rest. */
async function readStart(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  response.destroy();
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
}
