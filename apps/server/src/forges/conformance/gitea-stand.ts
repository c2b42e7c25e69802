import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { BrowserVisit, fieldsOf } from '../../testing/browser-visit.ts';
import { Gitea, giteaPassword } from '../../testing/gitea.ts';
import type { ForgeStand, ShownStatus, StandRepo } from './forge-stand.ts';

/** A real Gitea. */
export class GiteaStand implements ForgeStand {
  readonly kind = 'gitea';
  private readonly gitea: Gitea;
  private readonly trees = new Map<string, string>();

  private constructor(gitea: Gitea) {
    this.gitea = gitea;
  }

  static async start(): Promise<GiteaStand> {
    return new GiteaStand(await Gitea.start());
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
    for (const dir of this.trees.values()) await rm(dir, { recursive: true, force: true });
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

  async addOrganisation(name: string, owner: string): Promise<void> {
    await this.gitea.call('POST', '/orgs', { username: name }, owner);
  }

  consent(visit: BrowserVisit, url: URL, login: string): Promise<URL> {
    return this.answer(visit, url, login, true);
  }

  refuse(visit: BrowserVisit, url: URL, login: string): Promise<URL> {
    return this.answer(visit, url, login, false);
  }

  /** Who allowed it before is not asked again. */
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
    if (!path || end.status !== 200) throw new Error(`Not revoked: ${path} ${end.status}`);
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
    const made = await this.gitea.call('POST', path, body);
    return { uid: String(made.id), slug: made.full_name };
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

  async push(
    login: string,
    slug: string,
    branch: string,
    files: Record<string, string>,
    message: string,
  ): Promise<string> {
    const git = await this.treeOf(login, slug);
    const known = await git('fetch', '--quiet', 'origin', branch);
    if (known.exitCode === 0) await git('checkout', '--quiet', '-B', branch, 'FETCH_HEAD');
    else await git('checkout', '--quiet', '-B', branch);
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.trees.get(`${login} ${slug}`) ?? '', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await git('add', '--all');
    await git('commit', '--quiet', '--allow-empty', '--message', message);
    const pushed = await git('push', '--quiet', 'origin', branch);
    if (pushed.exitCode !== 0) throw new Error(pushed.stderr);
    return (await git('rev-parse', 'HEAD')).stdout;
  }

  async pushTag(login: string, slug: string, tag: string): Promise<void> {
    const git = await this.treeOf(login, slug);
    await git('tag', tag);
    await git('push', '--quiet', 'origin', tag);
  }

  async deleteBranch(login: string, slug: string, branch: string): Promise<void> {
    const git = await this.treeOf(login, slug);
    await git('push', '--quiet', '--delete', 'origin', branch);
  }

  async openPullRequest(
    login: string,
    slug: string,
    { from, branch, title }: { from: string; branch: string; title: string },
  ): Promise<number> {
    const head = from === slug ? branch : `${from.split('/')[0]}:${branch}`;
    const body = { base: 'main', head, title };
    return (await this.gitea.call('POST', `/repos/${slug}/pulls`, body, login)).number;
  }

  async setPullRequestOpen(login: string, slug: string, number: number, isOpen: boolean) {
    const body = { state: isOpen ? 'open' : 'closed' };
    await this.gitea.call('PATCH', `/repos/${slug}/pulls/${number}`, body, login);
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

  /** The account's work tree of a repository, with real git. */
  private async treeOf(login: string, slug: string) {
    const key = `${login} ${slug}`;
    const isNew = !this.trees.has(key);
    const dir = this.trees.get(key) ?? (await mkdtemp(join(tmpdir(), 'millrace-forge-tree-')));
    this.trees.set(key, dir);
    const identity = ['-c', `user.name=${login}`, '-c', `user.email=${login}@example.com`];
    const git = (...args: string[]) =>
      execa('git', [...identity, ...args], {
        cwd: dir,
        reject: false,
        env: {
          HOME: dir,
          GIT_TERMINAL_PROMPT: '0',
          GIT_CONFIG_GLOBAL: '/dev/null',
          GIT_CONFIG_NOSYSTEM: '1',
        },
      });
    if (isNew) {
      await git('init', '--quiet', '--initial-branch=main');
      await git('remote', 'add', 'origin', this.gitea.remoteOf(login, slug));
      await git('pull', '--quiet', 'origin', 'main');
    }
    return git;
  }
}
