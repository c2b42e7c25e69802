import type { IncomingMessage } from 'node:http';
import { awaitResponse, readWithin } from './await-response.ts';
import { createGuardedRequest, type Guard, isBlocked } from './guarded-connection.ts';

interface Limits {
  maxBytes: number;
  timeoutMs: number;
  maxRedirects: number;
}

export interface FetchOptions extends Limits, Guard {}

/** A failed fetch. `message` continues "The address …" and reveals nothing about the local network. */
export class FetchError extends Error {
  override name = 'FetchError';
}

const redirects = new Set([301, 302, 303, 307, 308]);

/** Fetches a URL without anything that identifies the caller. */
export async function fetchText(address: string, options: FetchOptions): Promise<string> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    return await readBody(await follow(address, options, signal), options.maxBytes);
  } catch (error) {
    if (error instanceof FetchError) throw error;
    if (signal.aborted) throw new FetchError('took too long to answer');
    throw new FetchError(isBlocked(error) ? 'is not on the open internet' : 'cannot be reached');
  }
}

async function follow(
  address: string,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let url = URL.parse(address);
  for (let remaining = options.maxRedirects; remaining >= 0; remaining--) {
    if (!url || !/^https?:$/.test(url.protocol)) throw new FetchError('is no web address');
    if (url.username || url.password) throw new FetchError('holds credentials');
    const answer = await ask(url, options, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return answer;
    answer.destroy();
    if (!redirects.has(statusCode)) throw new FetchError(`answered ${statusCode}`);
    url = URL.parse(headers.location ?? '', url);
  }
  throw new FetchError('redirects too often');
}

function ask(url: URL, options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { accept: 'application/json', 'accept-encoding': 'identity' };
  return awaitResponse(createGuardedRequest(url, options, { signal, headers }));
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const body = await readWithin(answer, maxBytes);
  if (!body) throw new FetchError(`answered more than ${maxBytes / 1024} kB`);
  return body.toString();
}
