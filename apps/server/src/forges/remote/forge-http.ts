import type { Clock } from '@millrace/node-kit/clock';
import ky, { HTTPError, isForceRetryError, type KyInstance } from 'ky';
import { readText } from '../../shared/read-text.ts';
import { explainFailure } from './explain-failure.ts';
import { ForgeAwayError, ForgeRefusedError } from './forge-errors.ts';
import { explainRefusal, isLimited, readWaitSec } from './read-refusal.ts';

const defaultTimeoutMs = 15_000;
const retries = 2;
const firstPauseMs = 300;
/** Maximum wait for a rate limit. The call fails if the forge requires a longer one. */
const maxWaitSec = 20;
const maxBytes = 32 * 1024 * 1024;
const maxRedirects = 3;
const redirectStatuses = new Set([301, 302, 307, 308]);

export interface HttpOptions {
  /** With a trailing slash: paths are relative to it. */
  apiUrl: string;
  headers?: Record<string, string>;
  agent: string;
  clock: Pick<Clock, 'wait'>;
  /** Matches the reason of a 403 with which the forge rejects all calls of a blocked account. */
  blocked: RegExp;
  /** Time limit for the response headers, and then for the body. */
  timeoutMs?: number;
}

export type Query = Record<string, string | number | boolean>;

interface ApiPath {
  path: string;
  query: Query;
}

export interface HttpAnswer {
  text: string;
  headers: Headers;
  isUnchanged: boolean;
}

/** User-provided names become parts of a path, where `..` would select another call. */
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

export const unreadable = () => new ForgeAwayError('The forge returned an unreadable answer');

/** Requests to the API of a forge, with retries, rate limits, redirects and size limits. */
export class ForgeHttp {
  private readonly http: KyInstance;
  private readonly options: HttpOptions;
  private readonly timeoutMs: number;

  constructor(options: HttpOptions) {
    this.options = options;
    this.timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.http = ky.create({
      prefix: options.apiUrl,
      timeout: this.timeoutMs,
      headers: { accept: 'application/json', 'user-agent': options.agent, ...options.headers },
      retry: {
        limit: retries,
        retryOnTimeout: false,
        // `beforeRetry` waits.
        delay: () => 0,
        shouldRetry: ({ error }) =>
          error instanceof HTTPError && isLimited(error.response) ? false : undefined,
      },
      hooks: {
        afterResponse: [({ response, retryCount }) => waitForRateLimit(response, retryCount)],
        beforeRetry: [
          async ({ error, retryCount, request }) => {
            if (isForceRetryError(error)) return;
            await options.clock.wait(firstPauseMs * 2 ** (retryCount - 1), request.signal);
          },
        ],
      },
    });
  }

  async request(
    path: string,
    options: NonNullable<Parameters<KyInstance>[1]>,
    redirects = 0,
  ): Promise<HttpAnswer> {
    if (dotSegment.test(path)) throw new ForgeRefusedError(404, 'Invalid path');
    let response: Response;
    let text: string;
    try {
      response = await this.http(path.replace(/^\//, ''), {
        ...options,
        // `fetch` would change a write to a renamed repository into a GET, and could call hosts in private
        // networks.
        redirect: 'manual',
        throwHttpErrors: (status) => status >= 400,
      });
      text = await readText(response, maxBytes, this.timeoutMs);
    } catch (error) {
      throw error instanceof HTTPError
        ? await explainRefusal(error, this.options.blocked)
        : explainFailure(error);
    }
    if (redirectStatuses.has(response.status)) {
      if (redirects >= maxRedirects) throw unreadable();
      const address = new URL(response.headers.get('location') ?? '', this.options.apiUrl);
      const { path: next, query } = this.pathIn(address.href);
      return this.request(next, { ...options, searchParams: query }, redirects + 1);
    }
    return { text, headers: response.headers, isUnchanged: response.status === 304 };
  }

  /** Returns path and query of an URL of this API. A token must not be sent to another host. */
  pathIn(address: string): ApiPath {
    if (!address.startsWith(this.options.apiUrl)) throw unreadable();
    const [path = '', query] = address.slice(this.options.apiUrl.length).split('?');
    return { path, query: Object.fromEntries(new URLSearchParams(query)) };
  }
}

/** Waits before a retry of a request rejected by a rate limit. It had no effect, so writes are safe too. */
function waitForRateLimit(response: Response, retryCount: number) {
  const waitSec = readWaitSec(response);
  if (!isLimited(response) || waitSec > maxWaitSec || retryCount === retries) return undefined;
  return ky.retry({ delay: waitSec * 1000 });
}
