import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import ky, { HTTPError, isForceRetryError, type KyInstance } from 'ky';
import { z } from 'zod/mini';
import type { ByteCache } from '../../shared/byte-cache.ts';
import { ForgeAwayError, ForgeRefusedError } from './forge-errors.ts';
import { explainRefusal, isLimited, waitOf } from './read-refusal.ts';
import { readText } from './read-text.ts';

const longestAnswerMs = 15_000;
const retries = 2;
const firstPauseMs = 300;
/** A forge that wants longer than this is asked again later, not waited for. */
const longestWaitSec = 20;
const mostBytes = 32 * 1024 * 1024;
const pagesAtOnce = 6;
/** With a hundred items each: more than any account has repositories. */
const maxPages = 1000;
const maxRedirects = 3;
const redirectStatuses = new Set([301, 302, 307, 308]);

interface Options {
  /** With a slash at the end: paths are relative to it. */
  apiUrl: string;
  headers?: Record<string, string>;
  /** How a token stands in the `authorization` header. */
  scheme?: 'Bearer' | 'token';
  /** Answers with an ETag: asked for again, an unchanged one is not transferred. */
  cache: ByteCache<CachedAnswer>;
  agent: string;
  logger: Logger;
  clock: Pick<Clock, 'wait'>;
  /** Matches the reason of a 403 with which the forge refuses a blocked account, whatever it asks for. */
  blocked: RegExp;
  /** Time limit for the start of an answer, and then for its end. */
  timeoutMs?: number;
}

export interface CachedAnswer {
  etag: string;
  text: string;
  headers: [string, string][];
  length: number;
}

type Query = Record<string, string | number | boolean>;

interface Place {
  path: string;
  query: Query;
}

interface Answer {
  text: string;
  headers: Headers;
}

/** Names that people give become a part of the path, where these would stand for the part before. */
const leadsElsewhere = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

const unreadable = () => new ForgeAwayError('The forge returned an unreadable answer');

/** Asks one forge over HTTP, in the name of the account whose token it is given. */
export class ForgeClient {
  private readonly http: KyInstance;
  private readonly options: Options;
  private readonly timeoutMs: number;

  constructor(options: Options) {
    this.options = options;
    this.timeoutMs = options.timeoutMs ?? longestAnswerMs;
    this.http = ky.create({
      prefix: options.apiUrl,
      timeout: this.timeoutMs,
      headers: { accept: 'application/json', 'user-agent': options.agent, ...options.headers },
      retry: {
        limit: retries,
        retryOnTimeout: false,
        // The hook waits.
        delay: () => 0,
        shouldRetry: ({ error }) =>
          error instanceof HTTPError && isLimited(error.response) ? false : undefined,
      },
      hooks: {
        afterResponse: [({ response, retryCount }) => waitAsAsked(response, retryCount)],
        beforeRetry: [
          async ({ error, retryCount, request }) => {
            if (isForceRetryError(error)) return;
            await options.clock.wait(firstPauseMs * 2 ** (retryCount - 1), request.signal);
          },
        ],
      },
    });
  }

  async get<S extends z.ZodMiniType>(
    token: string,
    path: string,
    shape: S,
    query: Query = {},
  ): Promise<z.output<S>> {
    return read(shape, await this.ask(token, path, query));
  }

  /** Null for what is not there, or not for this account. */
  find<S extends z.ZodMiniType>(
    token: string,
    path: string,
    shape: S,
    query: Query = {},
  ): Promise<z.output<S> | null> {
    return orNull(this.get(token, path, shape, query));
  }

  /** The text of a file, its beginning where it is long; null where there is none. */
  findText(token: string, path: string, query: Query = {}, accept = '*/*'): Promise<string | null> {
    return orNull(this.ask(token, path, query, { accept }).then(({ text }) => text));
  }

  /** Every page of a list: several at once, as soon as the first one tells how many there are. */
  async listAll<S extends z.ZodMiniType>(
    token: string,
    path: string,
    item: S,
    query: Query = {},
  ): Promise<z.output<S>[]> {
    const page = async (number: number) => {
      const answer = await this.ask(token, path, { ...query, page: number });
      const items = this.keepReadable(path, item, read(z.array(z.unknown()), answer));
      return { items, last: lastPage(answer.headers, number) };
    };
    const first = await page(1);
    const items = [...first.items];
    for (let next = 2; next <= first.last; ) {
      if (next > maxPages) throw unreadable();
      const count = Math.min(pagesAtOnce, first.last - next + 1);
      const some = await Promise.all(Array.from({ length: count }, (_, at) => page(next + at)));
      items.push(...some.flatMap((found) => found.items));
      next += count;
      // The list may have grown meanwhile.
      first.last = Math.max(first.last, ...some.map((found) => found.last));
    }
    return items;
  }

  /** The same of a forge whose pages say in their body where the next one is. */
  async followAll<S extends z.ZodMiniType>(
    token: string,
    path: string,
    item: S,
    query: Query = {},
  ): Promise<z.output<S>[]> {
    const shape = z.object({ values: z.array(z.unknown()), next: z.optional(z.string()) });
    let page = await this.get(token, path, shape, query);
    const items = [...page.values];
    for (let pages = 2; page.next !== undefined; pages++) {
      if (pages > maxPages) throw unreadable();
      const next = this.placeOf(page.next);
      page = await this.get(token, next.path, shape, next.query);
      items.push(...page.values);
    }
    return this.keepReadable(path, item, items);
  }

  /** One item that is not as the forge documents it must not spoil the list. */
  private keepReadable<S extends z.ZodMiniType>(
    path: string,
    item: S,
    found: unknown[],
  ): z.output<S>[] {
    return found.flatMap((one) => {
      const result = item.safeParse(one);
      if (result.success) return [result.data];
      const reason = z.prettifyError(result.error);
      this.options.logger.warn({ path, reason }, 'Skipped an invalid item in a list of the forge');
      return [];
    });
  }

  /** Null for a list that is not there, or not for this account. */
  findAll<S extends z.ZodMiniType>(
    token: string,
    path: string,
    item: S,
    query: Query = {},
  ): Promise<z.output<S>[] | null> {
    return orNull(this.followAll(token, path, item, query));
  }

  /** No other host is given a token. */
  private placeOf(address: string): Place {
    if (!address.startsWith(this.options.apiUrl)) throw unreadable();
    const [path = '', query] = address.slice(this.options.apiUrl.length).split('?');
    return { path, query: Object.fromEntries(new URLSearchParams(query)) };
  }

  async send<S extends z.ZodMiniType>(
    token: string,
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    shape: S,
  ): Promise<z.output<S>> {
    const json = body === undefined ? {} : { json: body };
    const answer = await this.request(path, { method, ...json, headers: this.authorize(token) });
    return read(shape, answer);
  }

  private async ask(
    token: string,
    path: string,
    query: Query,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const key = JSON.stringify([token, path, query]);
    const cached = this.options.cache.get(key);
    const answer = await this.request(path, {
      searchParams: query,
      headers: {
        ...this.authorize(token),
        ...headers,
        ...(cached ? { 'if-none-match': cached.etag } : {}),
      },
    });
    if (cached && answer.isUnchanged) {
      return { text: cached.text, headers: new Headers(cached.headers) };
    }
    const etag = answer.headers.get('etag');
    if (etag) {
      const kept = [...answer.headers].filter(([name]) => pageHeaders.has(name));
      const { text } = answer;
      this.options.cache.set(key, { etag, text, headers: kept, length: text.length });
    }
    return answer;
  }

  private async request(
    path: string,
    options: NonNullable<Parameters<KyInstance>[1]>,
    redirects = 0,
  ): Promise<Answer & { isUnchanged: boolean }> {
    if (leadsElsewhere.test(path)) throw new ForgeRefusedError(404, 'There is no such name');
    let response: Response;
    let text: string;
    try {
      response = await this.http(path.replace(/^\//, ''), {
        ...options,
        // `fetch` would turn a change of a renamed repository into a GET, and ask hosts of private networks.
        redirect: 'manual',
        throwHttpErrors: (status) => status >= 400,
      });
      text = await readText(response, mostBytes, this.timeoutMs);
    } catch (error) {
      throw error instanceof HTTPError
        ? await explainRefusal(error, this.options.blocked)
        : new ForgeAwayError();
    }
    if (redirectStatuses.has(response.status)) {
      if (redirects >= maxRedirects) throw unreadable();
      const address = new URL(response.headers.get('location') ?? '', this.options.apiUrl);
      const { path: next, query } = this.placeOf(address.href);
      return this.request(next, { ...options, searchParams: query }, redirects + 1);
    }
    return { text, headers: response.headers, isUnchanged: response.status === 304 };
  }

  private authorize(token: string): Record<string, string> {
    return { authorization: `${this.options.scheme ?? 'Bearer'} ${token}` };
  }
}

/** Headers with the position of the next page. */
const pageHeaders = new Set(['link', 'x-total-count', 'x-total-pages', 'x-page']);

function read<S extends z.ZodMiniType>(shape: S, { text }: Answer): z.output<S> {
  let value: unknown;
  try {
    value = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw unreadable();
  }
  const result = shape.safeParse(value);
  if (!result.success) throw unreadable();
  return result.data;
}

/** GitHub, Gitea and GitLab name the last page in `Link`; GitLab leaves it out of very long lists. */
function lastPage(headers: Headers, number: number): number {
  const pages = Number(headers.get('x-total-pages'));
  if (pages > 0) return pages;
  const link = headers.get('link') ?? '';
  const named = (relation: string) =>
    Number(new RegExp(`[?&]page=(\\d+)[^>]*>;\\s*rel="${relation}"`).exec(link)?.[1] ?? 0);
  return Math.max(number, named('last'), named('next'));
}

/** Retries requests that the forge rejected by a rate limit. They had no effect, so writes are safe too. */
function waitAsAsked(response: Response, retryCount: number) {
  const waitSec = waitOf(response);
  if (!isLimited(response) || waitSec > longestWaitSec || retryCount === retries) return undefined;
  return ky.retry({ delay: waitSec * 1000 });
}

async function orNull<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ForgeRefusedError && [404, 410].includes(error.forgeStatus)) return null;
    throw error;
  }
}
