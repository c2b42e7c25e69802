import { setTimeout } from 'node:timers/promises';

/** Leaves the processor to the servers between two reads, and costs little accuracy. */
const pauseMs = 2;

export interface Answer {
  status: number;
  text: string;
}

/** Calls a server with a token; without one as a guest. */
export async function call(
  url: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    signal: AbortSignal.timeout(60_000),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Returns the JSON of an answer, whose call must succeed. */
export async function ask<Result = unknown>(
  ...[url, token, method, path, body]: Parameters<typeof call>
): Promise<Result> {
  const { status, text } = await call(url, token, method, path, body);
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return JSON.parse(text || 'null');
}

/**
 * Does `work` for each item, some of them at the same time. Starts no more after `maxMs`. Returns the number of items
 * that are done, always the first ones.
 */
export async function forEach<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item, index: number) => Promise<unknown>,
  maxMs = Number.POSITIVE_INFINITY,
): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < items.length && performance.now() - startedAt < maxMs) {
      const at = next++;
      const item = items[at];
      if (item !== undefined) await work(item, at);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return next;
}

/** Repeats `read` at short intervals until its result is wanted. */
export async function until<Result>(
  what: string,
  read: () => Promise<Result>,
  isWanted: (result: Result) => boolean,
  maxMs = 30_000,
): Promise<Result> {
  const startedAt = performance.now();
  for (;;) {
    const result = await read();
    if (isWanted(result)) return result;
    if (performance.now() - startedAt > maxMs) {
      throw new Error(`${what}: not within ${maxMs} ms, but ${JSON.stringify(result)}`);
    }
    await setTimeout(pauseMs);
  }
}
