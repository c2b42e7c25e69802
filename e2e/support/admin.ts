import type { Build, Line, Repo } from '@millrace/contract/api';
import type { Millrace } from './millrace.ts';

/** API client for the first account of a server. */
export class Admin {
  private readonly url: string;
  private readonly cookie: string;

  private constructor(url: string, cookie: string) {
    this.url = url;
    this.cookie = cookie;
  }

  static async signIn({ url, adminPassword }: Millrace): Promise<Admin> {
    const answer = await fetch(`${url}/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ username: 'admin', password: adminPassword }),
    });
    return new Admin(url, answer.headers.getSetCookie()[0]?.split(';')[0] ?? '');
  }

  async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        cookie: this.cookie,
        // Cookies are accepted for changes only from the server's own origin.
        origin: this.url,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }

  /** Returns the number of the newest build; 0 if there is no build or no repository. */
  async newestBuild(slug: string): Promise<number> {
    const repo = await this.call<Repo>('GET', `/api/repos/${slug}`).catch(() => null);
    return repo?.counter ?? 0;
  }

  findBuild(slug: string, number: number): Promise<Build> {
    return this.call('GET', `/api/repos/${slug}/builds/${number}`);
  }

  /** Waits until the build is finished or waits for a person. */
  async finishedBuild(slug: string, number: number): Promise<Build> {
    for (;;) {
      const build = await this.findBuild(slug, number);
      // A build that waits for approval is not finished, but its stages no longer change by themselves.
      if (build.status === 'blocked') return build;
      const parts = build.stages?.length ? build.stages : [build];
      if (parts.every(({ status }) => restStates.has(status))) return build;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async log(slug: string, number: number, stage: number, step: number): Promise<string> {
    const path = `/api/repos/${slug}/builds/${number}/logs/${stage}/${step}`;
    const lines = await this.call<Line[]>('GET', path);
    return lines.map((line) => line.out).join('');
  }
}

const restStates = new Set<string>([
  'success',
  'failure',
  'error',
  'killed',
  'skipped',
  'blocked',
  'declined',
]);
