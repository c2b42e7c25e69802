import type { Logger } from '@millrace/node-kit/logger';
import { z } from 'zod/mini';
import type { ByteCache } from '../../shared/byte-cache.ts';
import { ForgeRefusedError } from './forge-errors.ts';
import {
  ForgeHttp,
  type HttpAnswer,
  type HttpOptions,
  type Query,
  unreadable,
} from './forge-http.ts';

const pagesAtOnce = 6;
/** With a hundred items per page, this is more than any account has repositories. */
const maxPages = 1000;

interface Options extends HttpOptions {
  /** Responses with an ETag. An unchanged one is not transferred again. */
  cache: ByteCache<CachedAnswer>;
  logger: Logger;
}

export interface CachedAnswer {
  etag: string;
  text: string;
  headers: [string, string][];
  length: number;
}

type Answer = Pick<HttpAnswer, 'text' | 'headers'>;

/** Calls the API of a forge with the token of an account, and checks the shape of answers. */
export class ForgeClient {
  private readonly http: ForgeHttp;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
    this.http = new ForgeHttp(options);
  }

  async get<S extends z.ZodMiniType>(
    token: string,
    path: string,
    shape: S,
    query: Query = {},
  ): Promise<z.output<S>> {
    return read(shape, await this.ask(token, path, query));
  }

  /** Returns null if the object does not exist or the account cannot see it. */
  find<S extends z.ZodMiniType>(
    token: string,
    path: string,
    shape: S,
    query: Query = {},
  ): Promise<z.output<S> | null> {
    return orNull(this.get(token, path, shape, query));
  }

  /** Reads the text of a file, truncated if it is long. Null if it does not exist. */
  findText(token: string, path: string, query: Query = {}, accept = '*/*'): Promise<string | null> {
    return orNull(this.ask(token, path, query, { accept }).then(({ text }) => text));
  }

  /** Fetches every page of a list, several at once as soon as the first page contains the number of pages. */
  async listAll<S extends z.ZodMiniType>(
    token: string,
    path: string,
    item: S,
    query: Query = {},
  ): Promise<z.output<S>[]> {
    const page = async (number: number) => {
      const answer = await this.ask(token, path, { ...query, page: number });
      const items = this.skipInvalid(path, item, read(z.array(z.unknown()), answer));
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
      // The list may have grown in the meantime.
      first.last = Math.max(first.last, ...some.map((found) => found.last));
    }
    return items;
  }

  /** Fetches every page of a list on a forge whose response bodies contain the URL of the next page. */
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
      const next = this.http.pathIn(page.next);
      page = await this.get(token, next.path, shape, next.query);
      items.push(...page.values);
    }
    return this.skipInvalid(path, item, items);
  }

  /** Skips items that differ from the forge's documentation, so that one of them does not break the list. */
  private skipInvalid<S extends z.ZodMiniType>(
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

  /** Returns null if the list does not exist or the account cannot see it. */
  findAll<S extends z.ZodMiniType>(
    token: string,
    path: string,
    item: S,
    query: Query = {},
  ): Promise<z.output<S>[] | null> {
    return orNull(this.followAll(token, path, item, query));
  }

  async send<S extends z.ZodMiniType>(
    token: string,
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    shape: S,
  ): Promise<z.output<S>> {
    const json = body === undefined ? {} : { json: body };
    const answer = await this.http.request(path, {
      method,
      ...json,
      headers: authorize(token),
    });
    return read(shape, answer);
  }

  /** Sends a form. Returns the headers of the answer. */
  async sendForm(token: string, path: string, fields: Record<string, string>): Promise<Headers> {
    const answer = await this.http.request(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: authorize(token),
    });
    return answer.headers;
  }

  private async ask(
    token: string,
    path: string,
    query: Query,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const key = JSON.stringify([token, path, query]);
    const cached = this.options.cache.get(key);
    const answer = await this.http.request(path, {
      searchParams: query,
      headers: {
        ...authorize(token),
        ...headers,
        ...(cached ? { 'if-none-match': cached.etag } : {}),
      },
    });
    if (cached && answer.isUnchanged) {
      return { text: cached.text, headers: new Headers(cached.headers) };
    }
    const etag = answer.headers.get('etag');
    if (etag) {
      const pageInfo = [...answer.headers].filter(([name]) => pageHeaders.has(name));
      const { text } = answer;
      this.options.cache.set(key, { etag, text, headers: pageInfo, length: text.length });
    }
    return answer;
  }
}

function authorize(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
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

/** GitHub, Gitea and GitLab send the last page in `Link`. GitLab omits it for very long lists. */
function lastPage(headers: Headers, number: number): number {
  const pages = Number(headers.get('x-total-pages'));
  if (pages > 0) return pages;
  const link = headers.get('link') ?? '';
  const named = (relation: string) =>
    Number(new RegExp(`[?&]page=(\\d+)[^>]*>;\\s*rel="${relation}"`).exec(link)?.[1] ?? 0);
  return Math.max(number, named('last'), named('next'));
}

async function orNull<Found>(call: Promise<Found>): Promise<Found | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ForgeRefusedError && [404, 410].includes(error.forgeStatus)) return null;
    throw error;
  }
}
