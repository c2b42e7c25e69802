import { errorMessage } from '@millrace/node-kit/error-message';
import { readText } from '../../shared/read-text.ts';

/** The provider cannot be reached, or cannot answer now. */
export class ProviderAwayError extends Error {
  override name = 'ProviderAwayError';
}

/** Descriptions, keys and tokens of providers have a few kilobytes. */
const maxBytes = 1024 * 1024;
const timeoutMs = 10_000;

/** Fetches like `fetch`, within a time and a size. */
export async function fetchLimited(url: string, options: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(timeoutMs) });
    const text = await readText(response, maxBytes, timeoutMs);
    const { status, statusText, headers } = response;
    if (status >= 500) throw new Error(`${url} answered ${status}`);
    const hasNoBody = status === 204 || status === 304;
    return new Response(hasNoBody ? null : text, { status, statusText, headers });
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    throw new ProviderAwayError(errorMessage(cause), { cause: error });
  }
}
