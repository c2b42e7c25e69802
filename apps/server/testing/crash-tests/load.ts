import { setTimeout as sleep } from 'node:timers/promises';

export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

interface Answer {
  /** 0 if there was no answer. */
  status: number;
  body: unknown;
}

/** Creates a function that calls the server at a URL with these headers. */
export function callerOf(url: string, headers: Record<string, string>): Call {
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

/** Repeats a call until it succeeds: for calls that the test itself depends on. */
export async function callUntilOk(call: Call, ...input: Parameters<Call>): Promise<unknown> {
  for (;;) {
    const { status, body } = await call(...input);
    if (status >= 200 && status < 300) return body;
    if (status !== 0 && status !== 503) {
      throw new Error(`${input.slice(0, 2).join(' ')}: ${status} ${JSON.stringify(body)}`);
    }
    await sleep(100);
  }
}

/** Repeats each job, with a pause in between, until it is stopped. */
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

/** Starts builds by API calls. Each confirmed build must exist at the end. */
export class ManualBuilds {
  readonly numbers: string[] = [];
  readonly faults: string[] = [];
  private readonly call: Call;
  private readonly slug: string;

  constructor(call: Call, slug: string) {
    this.call = call;
    this.slug = slug;
  }

  async start(): Promise<void> {
    const { status, body } = await this.call('POST', `/api/repos/${this.slug}/builds?branch=main`);
    if (status === 200) this.numbers.push(String((body as { number: number }).number));
    // Calls without an answer, or with 503, may be retried.
    else if (status !== 0 && status !== 503) {
      this.faults.push(`The call for a build was answered with ${status} ${JSON.stringify(body)}`);
    }
  }
}
