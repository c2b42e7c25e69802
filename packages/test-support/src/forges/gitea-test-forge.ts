import { randomUUID } from 'node:crypto';
import { BrowserVisit, fieldsOf } from '../browser-visit.ts';
import { Gitea, giteaPassword } from './gitea.ts';
import type { ShownStatus, StandRepo, TestForge } from './test-forge.ts';
import { WorkTrees } from './work-trees.ts';

/** A real Gitea. */
export class GiteaTestForge implements TestForge {
  readonly kind = 'gitea';
  private readonly gitea: Gitea;
  private readonly trees = new WorkTrees((login, slug) => this.gitea.remoteOf(login, slug));

  private constructor(gitea: Gitea) {
    this.gitea = gitea;
  }

  static async start(): Promise<GiteaTestForge> {
    return new GiteaTestForge(await Gitea.start());
  }

  get url(): string {
    return this.gitea.url;
  }

  async settingsFor(serverUrl: string) {
    const application = await this.gitea.addApplication(serverUrl);
    return {
      MILLRACE_FORGE: 'gitea',
      MILLRACE_FORGE_URL: this.url,
      MILLRACE_FORGE_CLIENT_ID: application.id,
      MILLRACE_FORGE_CLIENT_SECRET: application.secret,
    };
  }

  async stop(): Promise<void> {
    await this.gitea.stop();
    await this.trees.remove();
  }

  pause(): Promise<void> {
    return this.gitea.pause();
  }

  resume(): Promise<void> {
    return this.gitea.resume();
  }

  async addAccount(login: string): Promise<void> {
    await this.gitea.addUser(login);
  }

  async renameAccount(login: string, to: string): Promise<void> {
    await this.gitea.call('POST', `/admin/users/${login}/rename`, { new_username: to });
  }

  async setBlocked(login: string, isBlocked: boolean): Promise<void> {
    const body = { source_id: 0, login_name: login, prohibit_login: isBlocked };
    await this.gitea.call('PATCH', `/admin/users/${login}`, body);
  }

  async deleteAccount(login: string): Promise<void> {
    await this.gitea.call('DELETE', `/admin/users/${login}?purge=true`);
  }

  async setMember(organisation: string, login: string, isMember: boolean): Promise<void> {
    if (!isMember) {
      await this.gitea.call('DELETE', `/orgs/${organisation}/members/${login}`);
      return;
    }
    const units = ['repo.code'];
    const team = { name: `team-${randomUUID().slice(0, 8)}`, permission: 'read', units };
    const { id } = await this.gitea.call('POST', `/orgs/${organisation}/teams`, team);
    await this.gitea.call('PUT', `/teams/${id}/members/${login}`);
  }

  async addOrganisation(name: string, owner: string): Promise<void> {
    await this.gitea.call('POST', '/orgs', { username: name }, owner);
  }

  consent(visit: BrowserVisit, url: URL, login: string): Promise<URL> {
    return this.answer(visit, url, login, true);
  }

  refuse(visit: BrowserVisit, url: URL, login: string): Promise<URL> {
    return this.answer(visit, url, login, false);
  }

  /** Submits the consent page, which is skipped if the account agreed before. */
  private async answer(
    visit: BrowserVisit,
    url: URL,
    login: string,
    isGranted: boolean,
  ): Promise<URL> {
    const back = url.searchParams.get('redirect_uri') ?? '';
    let page = await visit.open(url.href, { stopAt: back });
    if (page.url.pathname === '/user/login') {
      const credentials = { user_name: login, password: giteaPassword };
      const form = { ...fieldsOf(page.text, '/user/login'), ...credentials };
      page = await visit.open(`${this.url}/user/login`, { form, stopAt: back });
    }
    if (page.url.href.startsWith(back)) return page.url;
    const form = { ...fieldsOf(page.text, '/login/oauth/grant'), granted: String(isGranted) };
    const end = await visit.open(`${this.url}/login/oauth/grant`, { form, stopAt: back });
    return end.url;
  }

  async revoke(login: string): Promise<void> {
    const visit = new BrowserVisit();
    const first = await visit.open(`${this.url}/user/login`);
    const credentials = { user_name: login, password: giteaPassword };
    const form = { ...fieldsOf(first.text, '/user/login'), ...credentials };
    await visit.open(`${this.url}/user/login`, { form });
    const { text } = await visit.open(`${this.url}/user/settings/applications`);
    const [path = ''] = /\/user\/settings\/applications\/oauth2\/\d+\/revoke\/\d+/.exec(text) ?? [];
    const token = /csrfToken: '([^']*)'/.exec(text)?.[1] ?? '';
    const end = await visit.open(`${this.url}${path}`, { form: { _csrf: token } });
    if (!path || end.status !== 200)
      throw new Error(`Revoking the access failed: ${path} ${end.status}`);
  }

  async addRepo(
    owner: string,
    name: string,
    { isPrivate = false }: { isPrivate?: boolean } = {},
  ): Promise<StandRepo> {
    const body = { name, private: isPrivate, default_branch: 'main' };
    const isPerson = await this.gitea.call('GET', `/orgs/${owner}`).then(
      () => false,
      () => true,
    );
    const path = isPerson ? `/admin/users/${owner}/repos` : `/orgs/${owner}/repos`;
    const created = await this.gitea.call('POST', path, body);
    return { uid: String(created.id), slug: created.full_name };
  }

  async addMember(slug: string, login: string, role: 'read' | 'write' | 'admin'): Promise<void> {
    const path = `/repos/${slug}/collaborators/${login}`;
    await this.gitea.call('PUT', path, { permission: role });
  }

  async removeMember(slug: string, login: string): Promise<void> {
    await this.gitea.call('DELETE', `/repos/${slug}/collaborators/${login}`);
  }

  async renameRepo(slug: string, to: string): Promise<void> {
    await this.gitea.call('PATCH', `/repos/${slug}`, { name: to });
  }

  async setPrivate(slug: string, isPrivate: boolean): Promise<void> {
    await this.gitea.call('PATCH', `/repos/${slug}`, { private: isPrivate });
  }

  async deleteRepo(slug: string): Promise<void> {
    await this.gitea.call('DELETE', `/repos/${slug}`);
  }

  async fork(slug: string, login: string): Promise<string> {
    return (await this.gitea.call('POST', `/repos/${slug}/forks`, {}, login)).full_name;
  }

  push(...args: Parameters<TestForge['push']>): Promise<string> {
    return this.trees.push(...args);
  }

  pushTag(...args: Parameters<TestForge['pushTag']>): Promise<void> {
    return this.trees.pushTag(...args);
  }

  deleteBranch(...args: Parameters<TestForge['deleteBranch']>): Promise<void> {
    return this.trees.deleteBranch(...args);
  }

  async openPullRequest(
    login: string,
    slug: string,
    options: { from: string; branch: string; title: string; to?: string },
  ): Promise<number> {
    const { from, branch, title, to = 'main' } = options;
    const head = from === slug ? branch : `${from.split('/')[0]}:${branch}`;
    const body = { base: to, head, title };
    return (await this.gitea.call('POST', `/repos/${slug}/pulls`, body, login)).number;
  }

  async editPullRequest(
    login: string,
    slug: string,
    number: number,
    change: { title: string } | { to: string },
  ): Promise<void> {
    const body = 'to' in change ? { base: change.to } : change;
    await this.gitea.call('PATCH', `/repos/${slug}/pulls/${number}`, body, login);
  }

  /** Requires the statuses of these contexts before a merge into a branch. */
  async protectBranch(slug: string, branch: string, contexts: string[]): Promise<void> {
    const body = { rule_name: branch, enable_status_check: true, status_check_contexts: contexts };
    await this.gitea.call('POST', `/repos/${slug}/branch_protections`, body);
  }

  /** Returns whether Gitea has merged the pull request. */
  async merge(login: string, slug: string, number: number): Promise<boolean> {
    const path = `/repos/${slug}/pulls/${number}`;
    // Gitea refuses a merge while it still looks for conflicts.
    await this.gitea.call('POST', `${path}/merge`, { Do: 'merge' }, login).catch(() => {});
    return (await this.gitea.call('GET', path)).merged;
  }

  async setPullRequestOpen(login: string, slug: string, number: number, isOpen: boolean) {
    const body = { state: isOpen ? 'open' : 'closed' };
    await this.gitea.call('PATCH', `/repos/${slug}/pulls/${number}`, body, login);
  }

  async breakHooks(slug: string): Promise<void> {
    const path = `/repos/${slug}/hooks`;
    for (const { id, config, events } of await this.gitea.call('GET', path)) {
      await this.gitea.call('DELETE', `${path}/${id}`);
      const broken = { ...config, secret: 'another' };
      await this.gitea.call('POST', path, { type: 'gitea', active: true, events, config: broken });
    }
  }

  async listHooks(slug: string): Promise<string[]> {
    const hooks: { config: { url: string } }[] = await this.gitea.call(
      'GET',
      `/repos/${slug}/hooks`,
    );
    return hooks.map(({ config }) => config.url);
  }

  async listStatuses(slug: string, sha: string): Promise<ShownStatus[]> {
    const { statuses } = await this.gitea.call('GET', `/repos/${slug}/commits/${sha}/status`);
    return (statuses ?? []).map((status: Record<string, string>) => ({
      state: status.status,
      context: status.context,
      description: status.description,
      url: status.target_url,
    }));
  }
}
