import type { BrowserVisit } from '@millrace/test-support/browser-visit';
import type { StandRepo, TestRepository } from '@millrace/test-support/forges/test-forge';
import { WorkTrees } from '@millrace/test-support/forges/work-trees';
import { gitHostingPort } from '../../src/features/git-hosting/port.ts';
import { password, type TestServer } from '../test-server.ts';

/** Built-in forge of the server. */
export class BuiltinTestForge implements TestRepository {
  readonly kind = 'builtin';
  private readonly logins: string[] = [];
  private readonly trees = new WorkTrees((login, slug) => this.remoteOf(login, slug));
  private server: TestServer | undefined;

  async settingsFor() {
    return {};
  }

  async attach(server: TestServer): Promise<void> {
    this.server = server;
    for (const login of this.logins) await server.addUser(login, { admin: login === 'boss' });
  }

  stop(): Promise<void> {
    return this.trees.remove();
  }

  async signIn(visit: BrowserVisit, path: string, login: string): Promise<URL> {
    const form = { username: login, password };
    return (await visit.open(`${this.started.url}${path}`, { form })).url;
  }

  /** Called before the server is started. */
  async addAccount(login: string): Promise<void> {
    this.logins.push(login);
  }

  async addOrganisation(): Promise<void> {}

  async addRepo(owner: string, name: string): Promise<StandRepo> {
    const { core, ask } = this.started;
    const { userStore, repos } = core;
    const user = await userStore.findByLogin(owner);
    if (!user) throw new Error(`There is no account ${owner}`);
    await ask(gitHostingPort).addHostedRepo(user, owner, name);
    const repo = await repos.findBySlug(`${owner}/${name}`);
    return { uid: repo?.uid ?? '', slug: `${owner}/${name}` };
  }

  async addMember(slug: string, login: string, role: 'read' | 'write' | 'admin'): Promise<void> {
    const { userStore, repos } = this.started.core;
    const user = await userStore.findByLogin(login);
    const repo = await repos.findBySlug(slug);
    if (user && repo) await repos.grant(user.id, repo.id, role);
  }

  push(...args: Parameters<TestRepository['push']>): Promise<string> {
    return this.trees.push(...args);
  }

  pushTag(...args: Parameters<TestRepository['pushTag']>): Promise<void> {
    return this.trees.pushTag(...args);
  }

  deleteBranch(...args: Parameters<TestRepository['deleteBranch']>): Promise<void> {
    return this.trees.deleteBranch(...args);
  }

  private remoteOf(login: string, slug: string): string {
    const remote = new URL(`${this.started.url}/git/${slug}.git`);
    remote.username = login;
    remote.password = password;
    return remote.href;
  }

  private get started(): TestServer {
    if (!this.server) throw new Error('There is no server yet');
    return this.server;
  }
}
