import { type BrowserVisit, fieldsOf } from '@millrace/test-support/browser-visit';
import type { ForgeStand, ShownStatus, StandRepo } from '@millrace/test-support/forges/forge-stand';
import { FakeGithub } from './github/fake-github.ts';
import { type PullRequest, type Repository, slugOf } from './github/world.ts';

/** A fake of GitHub Enterprise Server. */
export class GithubStand implements ForgeStand {
  readonly kind = 'github';
  readonly github: FakeGithub;

  private constructor(github: FakeGithub) {
    this.github = github;
  }

  static async start(): Promise<GithubStand> {
    return new GithubStand(await FakeGithub.start());
  }

  get url(): string {
    return this.github.url;
  }

  private get world() {
    return this.github.world;
  }

  async settingsFor(serverUrl: string) {
    const { pages } = this.github;
    pages.callbackUrls.add(`${serverUrl}/login`);
    return {
      MILLRACE_FORGE: 'github',
      MILLRACE_FORGE_URL: this.url,
      MILLRACE_FORGE_CLIENT_ID: pages.clientId,
      MILLRACE_FORGE_CLIENT_SECRET: pages.clientSecret,
    };
  }

  async stop(): Promise<void> {
    await this.github.stop();
    const { faults } = this.github;
    if (faults.length > 0) throw new Error(`Not as GitHub publishes it:\n${faults.join('\n')}`);
  }

  async pause(): Promise<void> {
    this.github.isAway = true;
  }

  async resume(): Promise<void> {
    this.github.isAway = false;
  }

  async addAccount(login: string, { email }: { email?: string } = {}): Promise<void> {
    this.world.addAccount(login, email === undefined ? {} : { email });
  }

  async renameAccount(login: string, to: string): Promise<void> {
    this.world.account(login).login = to;
  }

  async setBlocked(login: string, isBlocked: boolean): Promise<void> {
    this.world.account(login).isSuspended = isBlocked;
  }

  async deleteAccount(login: string): Promise<void> {
    const gone = this.world.account(login);
    this.github.pages.revoke(gone);
    this.world.accounts.splice(this.world.accounts.indexOf(gone), 1);
  }

  async setMember(organisation: string, login: string, isMember: boolean): Promise<void> {
    const { members } = this.world.account(organisation);
    if (isMember) members.set(this.world.account(login), 'member');
    else members.delete(this.world.account(login));
  }

  async addOrganisation(name: string, owner: string): Promise<void> {
    const members = new Map([[this.world.account(owner), 'admin' as const]]);
    this.world.addAccount(name, { isOrganisation: true, members });
  }

  consent(visit: BrowserVisit, url: URL, login: string): Promise<URL> {
    return this.answer(visit, url, login, '1');
  }

  refuse(visit: BrowserVisit, url: URL, login: string): Promise<URL> {
    return this.answer(visit, url, login, '0');
  }

  private async answer(visit: BrowserVisit, url: URL, login: string, authorize: '0' | '1') {
    const page = await visit.open(url.href);
    const form = { ...fieldsOf(page.text, '/login/oauth/authorize'), login, authorize };
    const stopAt = url.searchParams.get('redirect_uri') ?? '';
    return (await visit.open(`${this.url}/login/oauth/authorize`, { form, stopAt })).url;
  }

  async revoke(login: string): Promise<void> {
    this.github.pages.revoke(this.world.account(login));
  }

  async addRepo(
    owner: string,
    name: string,
    { isPrivate = false }: { isPrivate?: boolean } = {},
  ): Promise<StandRepo> {
    const made = this.world.addRepository(this.world.account(owner), name, { isPrivate });
    return { uid: String(made.id), slug: slugOf(made) };
  }

  async addMember(slug: string, login: string, role: 'read' | 'write' | 'admin'): Promise<void> {
    this.world.repository(slug).members.set(this.world.account(login), role);
  }

  async removeMember(slug: string, login: string): Promise<void> {
    this.world.repository(slug).members.delete(this.world.account(login));
  }

  async renameRepo(slug: string, to: string): Promise<void> {
    const repository = this.world.repository(slug);
    repository.name = to;
    this.world.formerSlugs.set(slug, repository);
    await this.github.deliveries.repository('renamed', repository, repository.owner);
  }

  async setPrivate(slug: string, isPrivate: boolean): Promise<void> {
    const repository = this.world.repository(slug);
    repository.isPrivate = isPrivate;
    const action = isPrivate ? 'privatized' : 'publicized';
    await this.github.deliveries.repository(action, repository, repository.owner);
  }

  async deleteRepo(slug: string): Promise<void> {
    const repository = this.world.repository(slug);
    this.world.repositories.splice(this.world.repositories.indexOf(repository), 1);
    await this.github.deliveries.repository('deleted', repository, repository.owner);
  }

  async fork(slug: string, login: string): Promise<string> {
    const { name, isPrivate, refs } = this.world.repository(slug);
    const facts = { isPrivate, refs: new Map(refs) };
    return slugOf(this.world.addRepository(this.world.account(login), name, facts));
  }

  async push(
    login: string,
    slug: string,
    branch: string,
    files: Record<string, string>,
    message: string,
  ): Promise<string> {
    const repository = this.world.repository(slug);
    const account = this.world.account(login);
    const ref = `heads/${branch}`;
    const before = repository.refs.get(ref) ?? '';
    const commit = this.world.commit(account, repository, ref, files, message);
    await this.github.deliveries.push(repository, account, ref, before, commit);
    for (const { target, pullRequest } of this.openFrom(repository, branch)) {
      await this.github.deliveries.pullRequest('synchronize', target, account, pullRequest);
    }
    return commit.sha;
  }

  private openFrom(repository: Repository, branch: string) {
    const isFrom = ({ head, isOpen }: PullRequest) =>
      isOpen && head.repo === repository && head.branch === branch;
    return this.world.repositories.flatMap((target) =>
      target.pullRequests.filter(isFrom).map((pullRequest) => ({ target, pullRequest })),
    );
  }

  async pushTag(login: string, slug: string, tag: string): Promise<void> {
    const repository = this.world.repository(slug);
    const commit = this.world.findCommit(repository, 'main');
    if (!commit) throw new Error(`${slug} is empty`);
    repository.refs.set(`tags/${tag}`, commit.sha);
    const account = this.world.account(login);
    await this.github.deliveries.push(repository, account, `tags/${tag}`, '', commit);
  }

  async deleteBranch(login: string, slug: string, branch: string): Promise<void> {
    const repository = this.world.repository(slug);
    const ref = `heads/${branch}`;
    const before = repository.refs.get(ref) ?? '';
    repository.refs.delete(ref);
    const account = this.world.account(login);
    await this.github.deliveries.push(repository, account, ref, before, undefined);
    await this.github.deliveries.delete(repository, account, ref);
  }

  async openPullRequest(
    login: string,
    slug: string,
    { from, branch, title }: { from: string; branch: string; title: string },
  ): Promise<number> {
    const repository = this.world.repository(slug);
    const author = this.world.account(login);
    const number = repository.pullRequests.length + 1;
    const head = { repo: this.world.repository(from), branch };
    const pullRequest = { number, title, author, head, base: 'main', isOpen: true };
    repository.pullRequests.push(pullRequest);
    await this.github.deliveries.pullRequest('opened', repository, author, pullRequest);
    return number;
  }

  async setPullRequestOpen(login: string, slug: string, number: number, isOpen: boolean) {
    const repository = this.world.repository(slug);
    const pullRequest = repository.pullRequests.find((known) => known.number === number);
    if (!pullRequest) throw new Error(`${slug} has no pull request ${number}`);
    pullRequest.isOpen = isOpen;
    const action = isOpen ? 'reopened' : 'closed';
    const account = this.world.account(login);
    await this.github.deliveries.pullRequest(action, repository, account, pullRequest);
  }

  async breakHooks(slug: string): Promise<void> {
    for (const { config } of this.world.repository(slug).hooks) config.secret = 'another';
  }

  async listHooks(slug: string): Promise<string[]> {
    return this.world.repository(slug).hooks.map(({ config }) => config.url);
  }

  async listStatuses(slug: string, sha: string): Promise<ShownStatus[]> {
    return this.world
      .repository(slug)
      .statuses.filter((status) => status.sha === sha)
      .map(({ state, context, description, target_url }) => ({
        state,
        context,
        description,
        url: target_url,
      }));
  }
}
