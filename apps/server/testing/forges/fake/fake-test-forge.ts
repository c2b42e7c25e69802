import { type BrowserVisit, fieldsOf } from '@millrace/test-support/browser-visit';
import type { ShownStatus, StandRepo, TestForge } from '@millrace/test-support/forges/test-forge';
import {
  type Account,
  type PullRequest,
  type Repository,
  type Role,
  slugOf,
  type World,
} from './world.ts';

const noCommit = '0'.repeat(40);

/** Push of one ref. A hash of zeros means that the ref did not exist or was deleted. */
export interface Push {
  ref: string;
  before: string;
  after: string;
}

/** Delivers the events of a repository to its webhooks, like the forge. */
export interface Deliveries {
  readonly neverReopens?: boolean;
  push(repository: Repository, sender: Account, push: Push): Promise<void>;
  pullRequest(
    action: 'opened' | 'pushed' | 'edited' | 'reopened' | 'closed',
    repository: Repository,
    sender: Account,
    pullRequest: PullRequest,
    /** Former commit of a push, former title and target branch of an edit. */
    before: { sha?: string; title?: string; to?: string },
  ): Promise<void>;
  renamed(repository: Repository, before: string): Promise<void>;
  /** Absent if the forge has no such event. */
  visibilityChanged?(repository: Repository): Promise<void>;
  /** Absent if the forge has no such event. */
  deleted?(repository: Repository): Promise<void>;
}

/** Fake forge with an HTTP server. */
interface FakeServer {
  readonly url: string;
  readonly world: World;
  readonly pages: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly callbackUrls: Set<string>;
    readonly authorizePath: string;
    revoke(account: Account): void;
  };
  isAway: boolean;
  stop(): Promise<void>;
}

/** Fake forge with actions of its accounts. */
export class FakeTestForge<Sender extends Deliveries, Fake extends FakeServer = FakeServer>
  implements TestForge
{
  readonly kind: string;
  readonly fake: Fake;
  readonly deliveries: Sender;

  constructor(kind: string, fake: Fake, deliveries: Sender) {
    this.kind = kind;
    this.fake = fake;
    this.deliveries = deliveries;
  }

  get url(): string {
    return this.fake.url;
  }

  get neverReopens(): boolean {
    return this.deliveries.neverReopens ?? false;
  }

  private get world() {
    return this.fake.world;
  }

  async settingsFor(serverUrl: string) {
    const { pages } = this.fake;
    pages.callbackUrls.add(`${serverUrl}/login`);
    return {
      MILLRACE_FORGE: this.kind,
      MILLRACE_FORGE_URL: this.url,
      MILLRACE_FORGE_CLIENT_ID: pages.clientId,
      MILLRACE_FORGE_CLIENT_SECRET: pages.clientSecret,
    };
  }

  stop(): Promise<void> {
    return this.fake.stop();
  }

  async pause(): Promise<void> {
    this.fake.isAway = true;
  }

  async resume(): Promise<void> {
    this.fake.isAway = false;
  }

  async addAccount(login: string, { email }: { email?: string } = {}): Promise<void> {
    this.world.addAccount(login, email === undefined ? {} : { email });
  }

  async renameAccount(login: string, to: string): Promise<void> {
    this.world.account(login).login = to;
  }

  async setBlocked(login: string, isBlocked: boolean): Promise<void> {
    this.world.account(login).isBlocked = isBlocked;
  }

  async deleteAccount(login: string): Promise<void> {
    const { world, pages } = this.fake;
    const gone = world.account(login);
    pages.revoke(gone);
    world.accounts.splice(world.accounts.indexOf(gone), 1);
  }

  async setMember(organisation: string, login: string, isMember: boolean): Promise<void> {
    const { members } = this.world.account(organisation);
    if (isMember) members.set(this.world.account(login), 'member');
    else members.delete(this.world.account(login));
  }

  async addOrganisation(name: string, owner: string): Promise<void> {
    const members = new Map([[this.world.account(owner), 'owner' as const]]);
    this.world.addAccount(name, { isOrganisation: true, members });
  }

  consent(visit: BrowserVisit, url: URL, login: string): Promise<URL> {
    return this.answer(visit, url, login, true);
  }

  refuse(visit: BrowserVisit, url: URL, login: string): Promise<URL> {
    return this.answer(visit, url, login, false);
  }

  private async answer(visit: BrowserVisit, url: URL, login: string, isGranted: boolean) {
    const { authorizePath } = this.fake.pages;
    const page = await visit.open(url.href);
    const form = { ...fieldsOf(page.text, authorizePath), login, isGranted: String(isGranted) };
    const stopAt = url.searchParams.get('redirect_uri') ?? '';
    return (await visit.open(`${this.url}${authorizePath}`, { form, stopAt })).url;
  }

  async revoke(login: string): Promise<void> {
    this.fake.pages.revoke(this.world.account(login));
  }

  async addRepo(
    owner: string,
    name: string,
    { isPrivate = false }: { isPrivate?: boolean } = {},
  ): Promise<StandRepo> {
    const made = this.world.addRepository(this.world.account(owner), name, { isPrivate });
    return { uid: String(made.id), slug: slugOf(made) };
  }

  async addMember(slug: string, login: string, role: Role): Promise<void> {
    this.world.repository(slug).members.set(this.world.account(login), role);
  }

  async removeMember(slug: string, login: string): Promise<void> {
    this.world.repository(slug).members.delete(this.world.account(login));
  }

  async renameRepo(slug: string, to: string): Promise<void> {
    const repository = this.world.repository(slug);
    const before = repository.name;
    repository.name = to;
    await this.deliveries.renamed(repository, before);
  }

  async setPrivate(slug: string, isPrivate: boolean): Promise<void> {
    const repository = this.world.repository(slug);
    repository.isPrivate = isPrivate;
    await this.deliveries.visibilityChanged?.(repository);
  }

  async deleteRepo(slug: string): Promise<void> {
    const gone = this.world.repository(slug);
    this.world.repositories = this.world.repositories.filter((known) => known !== gone);
    await this.deliveries.deleted?.(gone);
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
    const sender = this.world.account(login);
    const ref = `refs/heads/${branch}`;
    const before = repository.refs.get(ref) ?? noCommit;
    const { sha } = this.world.commit(sender, repository, branch, files, message);
    await this.deliveries.push(repository, sender, { ref, before, after: sha });
    for (const { target, pullRequest } of this.world.listOpenFrom(repository, branch)) {
      await this.deliveries.pullRequest('pushed', target, sender, pullRequest, { sha: before });
    }
    return sha;
  }

  async pushTag(login: string, slug: string, tag: string): Promise<void> {
    const repository = this.world.repository(slug);
    const after = repository.refs.get('refs/heads/main') ?? '';
    const ref = `refs/tags/${tag}`;
    repository.refs.set(ref, after);
    const sender = this.world.account(login);
    await this.deliveries.push(repository, sender, { ref, before: noCommit, after });
  }

  async deleteBranch(login: string, slug: string, branch: string): Promise<void> {
    const repository = this.world.repository(slug);
    const ref = `refs/heads/${branch}`;
    const before = repository.refs.get(ref) ?? '';
    repository.refs.delete(ref);
    const sender = this.world.account(login);
    await this.deliveries.push(repository, sender, { ref, before, after: noCommit });
  }

  async openPullRequest(
    login: string,
    slug: string,
    options: { from: string; branch: string; title: string; to?: string },
  ): Promise<number> {
    const { from, branch, title, to = 'main' } = options;
    const repository = this.world.repository(slug);
    const author = this.world.account(login);
    const number = repository.pullRequests.length + 1;
    const source = { repository: this.world.repository(from), branch };
    const pullRequest = { number, title, author, from: source, to, isOpen: true };
    repository.pullRequests.push(pullRequest);
    await this.deliveries.pullRequest('opened', repository, author, pullRequest, {});
    return number;
  }

  async editPullRequest(
    login: string,
    slug: string,
    number: number,
    change: { title: string } | { to: string },
  ): Promise<void> {
    const { repository, pullRequest } = this.pullRequest(slug, number);
    const { title, to } = pullRequest;
    const before = 'to' in change ? { to } : { title };
    Object.assign(pullRequest, change);
    const sender = this.world.account(login);
    await this.deliveries.pullRequest('edited', repository, sender, pullRequest, before);
  }

  private pullRequest(slug: string, number: number) {
    const repository = this.world.repository(slug);
    const pullRequest = repository.pullRequests.find((known) => known.number === number);
    if (!pullRequest) throw new Error(`${slug} has no pull request ${number}`);
    return { repository, pullRequest };
  }

  async setPullRequestOpen(login: string, slug: string, number: number, isOpen: boolean) {
    const { repository, pullRequest } = this.pullRequest(slug, number);
    pullRequest.isOpen = isOpen;
    const action = isOpen ? 'reopened' : 'closed';
    await this.deliveries.pullRequest(
      action,
      repository,
      this.world.account(login),
      pullRequest,
      {},
    );
  }

  async breakHooks(slug: string): Promise<void> {
    for (const hook of this.world.repository(slug).hooks) {
      hook.settings = { ...hook.settings, secret: 'another' };
      hook.isOff = true;
    }
  }

  async listHooks(slug: string): Promise<string[]> {
    return this.world.repository(slug).hooks.map(({ url }) => url);
  }

  /** Lists the comments on a commit, oldest first. */
  listComments(slug: string, sha: string): string[] {
    const { comments } = this.world.repository(slug);
    return comments.flatMap((comment) => (comment.sha === sha ? comment.text : []));
  }

  async listStatuses(slug: string, sha: string): Promise<ShownStatus[]> {
    const { statuses } = this.world.repository(slug);
    return statuses
      .filter((status) => status.sha === sha)
      .map(({ state, context, description, url }) => ({ state, context, description, url }));
  }
}
