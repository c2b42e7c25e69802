import { type Repo, sessionCookie } from '@millrace/contract/api';
import { BrowserVisit } from '@millrace/test-support/browser-visit';
import type { TestForge, TestRepository } from '@millrace/test-support/forges/test-forge';
import { findFreePort } from '@millrace/test-support/free-port';
import { HurriedClock } from '../hurried-clock.ts';
import { startTestServer, type TestServer } from '../test-server.ts';

/** Functions specific to the built-in forge. */
interface BuiltinDeps {
  /** Called once for each server that uses it. */
  attach(server: TestServer): Promise<void>;
  /** Signs in with a password of the server. */
  signIn(visit: BrowserVisit, path: string, login: string): Promise<URL>;
}

export type ServedTestForge = TestRepository &
  Partial<BuiltinDeps> &
  Partial<Pick<TestForge, 'url' | 'consent'>>;

/** Server that uses a test forge, with accounts signed in through it. */
export class ForgeServer {
  readonly server: TestServer;
  readonly clock: HurriedClock;
  private readonly testForge: ServedTestForge;

  private constructor(testForge: ServedTestForge, server: TestServer, clock: HurriedClock) {
    this.testForge = testForge;
    this.clock = clock;
    this.server = server;
  }

  static async start(
    testForge: ServedTestForge,
    env: Record<string, string> = {},
    {
      basePath = '',
      ...options
    }: Pick<NonNullable<Parameters<typeof startTestServer>[0]>, 'jobs'> & {
      /** Path of the public URL. */
      basePath?: string;
    } = {},
  ): Promise<ForgeServer> {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}${basePath}`;
    const settings = await testForge.settingsFor(url);
    const own = { MILLRACE_URL: url, MILLRACE_PORT: String(port), MILLRACE_ADMINS: 'boss' };
    const clock = new HurriedClock();
    const server = await startTestServer({
      ...options,
      clock,
      env: { ...own, ...settings, ...env },
    });
    await testForge.attach?.(server);
    return new ForgeServer(testForge, server, clock);
  }

  get url(): string {
    return this.server.core.publicUrl();
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /** Signs in on the pages of the forge and returns to the server. */
  async signIn(login: string, path = '/login', visit = new BrowserVisit()): Promise<Person> {
    if (this.testForge.signIn) {
      return new Person(this.server, visit, await this.testForge.signIn(visit, path, login));
    }
    const back = await this.completeRedirect(login, path, visit);
    const end = await visit.open(back.href);
    return new Person(this.server, visit, end.url);
  }

  /** Makes the server treat the access token as expired, on forges whose tokens expire. */
  async expireAccess(login: string): Promise<void> {
    const { identity, store } = await this.findIdentity(login);
    const tokens = await this.readAccess(login);
    if (!tokens.refresh) return;
    await store.save({ ...identity, tokens: { ...tokens, expires: 1 } });
  }

  /** Makes the server treat the access as revoked by the forge. */
  async forgetAccess(login: string): Promise<void> {
    const { identity, store } = await this.findIdentity(login);
    await store.save({ ...identity, tokens: null });
  }

  async readAccess(login: string) {
    const { tokens } = (await this.findIdentity(login)).identity;
    if (!tokens) throw new Error(`${login} has no access`);
    return tokens;
  }

  private async findIdentity(login: string) {
    const { remote, userStore } = this.server.core;
    const user = await userStore.findByLogin(login);
    const identity = user && (await remote?.identities.find(user.id));
    if (!remote || !identity) throw new Error(`${login} has no account on the forge`);
    return { identity, store: remote.identities };
  }

  /** Returns the URL to which the forge redirects after sign-in. */
  async completeRedirect(login: string, path: string, visit: BrowserVisit): Promise<URL> {
    const { testForge } = this;
    if (!testForge.url || !testForge.consent)
      throw new Error(`${testForge.kind} has no sign-in pages`);
    const page = await visit.open(`${this.url}${path}`, { stopAt: testForge.url });
    return testForge.consent(visit, page.url, login);
  }
}

/** Person with a session. */
export class Person {
  private readonly server: TestServer;
  readonly visit: BrowserVisit;
  /** Last page of the sign-in. */
  readonly url: URL;

  constructor(server: TestServer, visit: BrowserVisit, url: URL) {
    this.server = server;
    this.visit = visit;
    this.url = url;
  }

  get hasSession(): boolean {
    return this.visit.cookie(this.server.url, sessionCookie) !== undefined;
  }

  get cookie(): string {
    return `${sessionCookie}=${this.visit.cookie(this.server.url, sessionCookie)}`;
  }

  async call(method: string, path: string, body?: unknown) {
    const response = await fetch(`${this.server.url}${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        origin: this.server.url,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }

  /** Syncs, and returns the repositories of the account. */
  async sync(): Promise<Repo[]> {
    const { status, body } = await this.call('POST', '/api/user/repos');
    if (status !== 200) throw new Error(`Sync failed: ${status} ${body.message}`);
    const repos = [];
    for (const { slug } of body) repos.push((await this.call('GET', `/api/repos/${slug}`)).body);
    return repos;
  }

  async listBuilds(slug: string) {
    const { status, body } = await this.call('GET', `/api/repos/${slug}/builds`);
    if (status !== 200) throw new Error(`No builds of ${slug}: ${status} ${body.message}`);
    return body;
  }
}
