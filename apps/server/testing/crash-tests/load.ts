import { setTimeout as sleep } from 'node:timers/promises';

export type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

interface Answer {
  /** 0 where there was none. */
  status: number;
  body: unknown;
}

/** Calls in somebody's name, whoever answers. */
export function askAt(url: string, headers: Record<string, string>): Ask {
  return async (method, path, body) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    try {
      const options = { method, headers: { ...headers, ...type }, ...json };
      const response = await fetch(url + path, options);
      const text = await response.text();
      return { status: response.status, body: text && JSON.parse(text) };
    } catch {
      return { status: 0, body: null };
    }
  };
}

/** Asks until it is done: for what the test itself needs. */
export async function insist(ask: Ask, ...call: Parameters<Ask>): Promise<unknown> {
  for (;;) {
    const { status, body } = await ask(...call);
    if (status >= 200 && status < 300) return body;
    if (status !== 0 && status !== 503) {
      throw new Error(`${call.slice(0, 2).join(' ')}: ${status} ${JSON.stringify(body)}`);
    }
    await sleep(100);
  }
}

/** Does these again and again, each with its pause, until it is stopped. */
export class Load {
  private readonly stopping = new AbortController();
  private readonly working: Promise<void>[];

  constructor(jobs: { everyMs: number; job: () => Promise<void> }[]) {
    this.working = jobs.map(({ everyMs, job }) => this.repeat(everyMs, job));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.working);
  }

  private async repeat(everyMs: number, job: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await job();
      await sleep(everyMs, undefined, { signal }).catch(() => {});
    }
  }
}

/** Builds that somebody starts by a call; each that was answered has to be there. */
export class CalledBuilds {
  readonly numbers: string[] = [];
  readonly faults: string[] = [];
  private readonly ask: Ask;
  private readonly slug: string;

  constructor(ask: Ask, slug: string) {
    this.ask = ask;
    this.slug = slug;
  }

  async start(): Promise<void> {
    const { status, body } = await this.ask('POST', `/api/repos/${this.slug}/builds?branch=main`);
    if (status === 200) this.numbers.push(String((body as { number: number }).number));
    // Calls without an answer, or with 503, may be retried.
    else if (status !== 0 && status !== 503) {
      this.faults.push(`A build was answered with ${status} ${JSON.stringify(body)}`);
    }
  }
}
