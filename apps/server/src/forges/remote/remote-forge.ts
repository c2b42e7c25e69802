import { AppError, badRequest, forbidden } from '@millrace/contract/api-errors';
import type { Netrc } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { RemoteForgeSettings } from '../../config/forge-settings.ts';
import { parseReader } from '../../domain/reader.ts';
import { commitFile } from '../commit-file.ts';
import { readFollowingLinks } from '../follow-links.ts';
import type {
  ChangeHints,
  CheckedAccount,
  FileChange,
  FilePlace,
  Forge,
  ForgeAuthor,
  ForgeCommit,
  ForgeFolder,
  ForgeRepo,
  ForgeRepoFacts,
  ForgeRepoRef,
  ForgeTag,
  ForgeUser,
  ListedCommit,
  PastCommit,
  SignedIn,
} from '../forge.ts';
import type { AccountAccess } from './account-access.ts';
import type { CommitStatus, ForgeAdapter, ForgeDeployment } from './forge-adapter.ts';
import { ForgeSignInError, TokenRefusedError } from './forge-errors.ts';
import type { HookStore } from './hook-store.ts';
import type { IdentityStore } from './identity-store.ts';
import type { ForgeTokens, OAuth } from './oauth.ts';
import { RepoAccess } from './repo-access.ts';

interface Deps {
  adapter: ForgeAdapter;
  settings: Pick<RemoteForgeSettings, 'url' | 'sshUrl' | 'hookUrl' | 'cloneAccount'>;
  identities: IdentityStore;
  access: AccountAccess;
  hooks: HookStore;
  oauth: OAuth;
  logger: Logger;
  clock: Pick<Clock, 'nowSec'>;
  /** Public address of this server; known once it listens. */
  publicUrl: () => string;
  /** Runs a job while no other server runs a job of this name. */
  runExclusively: <Result>(name: string, job: () => Promise<Result>) => Promise<Result>;
}

type RepoName = Pick<ForgeRepoRef, 'namespace' | 'name'>;

/** A remote forge: Gitea, GitHub, GitLab or Bitbucket. */
export class RemoteForge implements Forge {
  readonly kind: string;
  readonly hasPages = true;
  readonly lacksPullRefs: boolean;
  private readonly deps: Deps;
  private readonly repoAccess: RepoAccess;

  constructor(deps: Deps) {
    this.deps = deps;
    this.repoAccess = new RepoAccess(deps);
    this.kind = deps.adapter.kind;
    this.lacksPullRefs = deps.adapter.lacksPullRefs ?? false;
  }

  /** Only the pages of the forge change the default branch. The next delivery or sync brings it here. */
  async setDefaultBranch(repo: ForgeRepoRef): Promise<void> {
    throw badRequest(
      `Change the default branch at ${this.repoUrl(repo)}, then repair the repository here`,
    );
  }

  get signIn() {
    const { oauth, publicUrl } = this.deps;
    const redirectUrl = () => `${publicUrl()}/login`;
    return {
      kind: 'oauth' as const,
      authorizeUrl: (state: string, verifier: string) =>
        oauth.authorizeUrl(redirectUrl(), state, verifier),
      exchange: (answer: URLSearchParams, state: string, verifier: string) =>
        this.exchange(answer, redirectUrl(), state, verifier),
    };
  }

  /**
   * Links an account with the tokens that another server has got for it.
   * @throws ForgeSignInError if the forge rejects them, or the account at the forge is linked already
   */
  async linkAccount(userId: number, tokens: ForgeTokens): Promise<void> {
    const { adapter, identities, oauth, clock } = this.deps;
    const isOld = tokens.expires > 0 && tokens.expires <= clock.nowSec();
    const valid = isOld && tokens.refresh ? await oauth.refresh(tokens.refresh) : tokens;
    const { uid } = await adapter.findAccount(valid.access).catch((error: unknown) => {
      throw error instanceof TokenRefusedError ? new ForgeSignInError() : error;
    });
    if (await identities.findByUid(this.kind, uid)) throw new ForgeSignInError();
    await identities.save({ userId, forge: this.kind, uid, tokens: valid, isInvited: true });
  }

  /** Returns whether tokens of another server are of the account at the forge that this one is linked to. They are not refreshed. */
  async areTokensOf(userId: number, { access, expires }: ForgeTokens): Promise<boolean> {
    const { adapter, identities, clock } = this.deps;
    const identity = await identities.find(userId);
    if (!identity || (expires > 0 && expires <= clock.nowSec())) return false;
    try {
      return (await adapter.findAccount(access)).uid === identity.uid;
    } catch (error) {
      if (error instanceof AppError || error instanceof TokenRefusedError) return false;
      throw error;
    }
  }

  listRepos(user: ForgeUser): Promise<ForgeRepo[]> {
    return this.deps.access.use(user.id, (token) => this.deps.adapter.listRepos(token));
  }

  findRepo(repo: ForgeRepoRef): Promise<ForgeRepoFacts | null> {
    return this.repoAccess.find(repo);
  }

  /**
   * Returns `none` for accounts that are not linked to the forge, such as machine users. The current login is
   * read first, because another account may have taken over the old one.
   */
  async findMembership(user: ForgeUser, namespace: string): Promise<'none' | 'member' | 'owner'> {
    const { identities, access, adapter } = this.deps;
    if (!(await identities.find(user.id))) return 'none';
    return access.use(user.id, async (token) => {
      const { login } = await adapter.findAccount(token);
      const isOwn = login === namespace && !adapter.hasWorkspaces;
      return isOwn ? 'owner' : adapter.findMembership(token, login, namespace);
    });
  }

  /**
   * Checks whether the forge still accepts an account, even if its rights have ended.
   * @throws ForgeSignInError if it does not, after ending the rights
   */
  async checkAccount(userId: number): Promise<CheckedAccount> {
    const { identities, access, adapter } = this.deps;
    const use = <Result>(act: (token: string) => Promise<Result>) =>
      access.useEvenIfEnded(userId, act);
    const account = await use((token) => adapter.findAccount(token));
    return {
      account,
      isInvited: (await identities.find(userId))?.isInvited ?? false,
      listOrganisations: () => use((token) => adapter.listOrganisations(token)),
    };
  }

  readFile(repo: ForgeRepoRef, sha: string, path: string): Promise<string | null> {
    const { adapter } = this.deps;
    return this.repoAccess.use(repo, (token) =>
      readFollowingLinks(
        {
          readFile: (linked) => adapter.readFile(token, repo, sha, linked),
          listFolder: (folder) => adapter.listFolder(token, repo, sha, folder),
        },
        path,
      ),
    );
  }

  listFolder(repo: ForgeRepoRef, sha: string, folder: string): Promise<ForgeFolder | null> {
    return this.repoAccess.use(repo, (token) =>
      this.deps.adapter.listFolder(token, repo, sha, folder),
    );
  }

  async listChangedPaths(
    repo: ForgeRepoRef,
    before: string,
    after: string,
    { pullRequest, listed }: ChangeHints = {},
  ): Promise<string[] | null> {
    const { adapter } = this.deps;
    const compared = await this.repoAccess.use(repo, (token) =>
      adapter.listChangedPaths(token, repo, before, after),
    );
    const { listPullRequestFiles } = adapter;
    if (compared || !pullRequest || !listPullRequestFiles) return compared ?? listed ?? null;
    return this.repoAccess.use(repo, (token) => listPullRequestFiles(token, repo, pullRequest));
  }

  listCommits(
    repo: ForgeRepoRef,
    before: string,
    after: string,
    limit: number,
  ): Promise<ListedCommit[] | null> {
    return this.repoAccess.use(repo, (token) =>
      this.deps.adapter.listCommits(token, repo, before, after, limit),
    );
  }

  listHistory(repo: ForgeRepoRef, sha: string, limit: number): Promise<PastCommit[]> {
    return this.repoAccess.use(repo, (token) =>
      this.deps.adapter.listHistory(token, repo, sha, limit),
    );
  }

  listTags(repo: ForgeRepoRef, limit: number): Promise<ForgeTag[]> {
    return this.repoAccess.use(repo, (token) => this.deps.adapter.listTags(token, repo, limit));
  }

  findCommit(repo: ForgeRepoRef, revision: string): Promise<ForgeCommit | null> {
    return this.repoAccess.use(repo, (token) =>
      this.deps.adapter.findCommit(token, repo, revision),
    );
  }

  /** Uses the token of the author, so that the forge checks the rights and records the account. */
  async commitFile(
    { id, reader = '' }: ForgeAuthor,
    repo: ForgeRepoRef,
    change: FileChange,
  ): Promise<string> {
    const { access, adapter } = this.deps;
    // The forge announces the account alone, so its builds would have rights that the access token withholds.
    if (reader && parseReader(reader)?.withheld !== 'none') {
      throw forbidden('This access token cannot commit at the forge', 'scope_missing');
    }
    return access.use(id, (token) =>
      commitFile(
        {
          findCommit: (revision) => adapter.findCommit(token, repo, revision),
          readFile: (sha, path) => adapter.readFile(token, repo, sha, path),
          commit: (placed) => adapter.commitFile(token, repo, placed),
        },
        change,
      ),
    );
  }

  /** Serialized: a second webhook would deliver every event, and start every build, twice. */
  replaceHook(repo: ForgeRepoRef): Promise<void> {
    const { runExclusively, hooks, adapter } = this.deps;
    return runExclusively(`hook ${repo.id}`, async () => {
      const { secret, undo } = await hooks.rotate(repo.id);
      const target = { url: this.hookUrl, secret };
      const replace = (token: string) => adapter.replaceHook(token, repo, target);
      await this.repoAccess.use(repo, replace).catch(async (error: unknown) => {
        await undo();
        throw error;
      });
    });
  }

  async removeHook(repo: ForgeRepoRef): Promise<void> {
    try {
      await this.repoAccess.use(repo, (token) =>
        this.deps.adapter.removeHook(token, repo, this.hookUrl),
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.deps.logger.warn(
        { err: error, repo: repo.name },
        'The webhook could not be removed from the forge',
      );
    }
  }

  cloneUrl(repo: RepoName): string {
    return this.deps.adapter.cloneUrl(repo);
  }

  sshUrl(repo: RepoName): string {
    const { url, sshUrl } = this.deps.settings;
    const path = this.cloneUrl(repo).slice(url.length + 1);
    return sshUrl ? `${sshUrl}/${path}` : `git@${new URL(url).hostname}:${path}`;
  }

  /**
   * Returns the account for clones, or the access token of the account that is linked to the repository. Forges
   * expire it within hours.
   */
  async cloneCredentials(repo: ForgeRepoRef): Promise<Netrc | null> {
    const machine = new URL(this.cloneUrl(repo)).hostname;
    const { cloneAccount } = this.deps.settings;
    if (cloneAccount) return { machine, ...cloneAccount };
    const password = await this.repoAccess.findCloneToken(repo);
    if (password === null) return null;
    return {
      machine,
      login: this.deps.adapter.cloneLogin,
      password,
    };
  }

  repoUrl(repo: RepoName): string {
    return this.deps.adapter.repoUrl(repo);
  }

  commitUrl(repo: RepoName, sha: string): string {
    return this.deps.adapter.commitUrl(repo, sha);
  }

  treeUrl(repo: RepoName, ref: string): string {
    return this.deps.adapter.treeUrl(repo, ref);
  }

  fileUrl(repo: RepoName, place: FilePlace): string {
    return this.deps.adapter.fileUrl(repo, place);
  }

  newPullRequestUrl(repo: RepoName, from: string, to: string): string {
    return this.deps.adapter.newPullRequestUrl(repo, from, to);
  }

  /** Sets the commit status of the build. */
  reportStatus(repo: ForgeRepoRef, sha: string, status: CommitStatus): Promise<void> {
    const report = (token: string) => this.deps.adapter.setStatus(token, repo, sha, status);
    return this.repoAccess.useToWrite(repo, report);
  }

  /** Whether commits have comments. */
  get hasComments(): boolean {
    return this.deps.adapter.addComment !== undefined;
  }

  /** Adds a comment in Markdown to a commit. Does nothing if the forge has no such comments. */
  async addComment(repo: ForgeRepoRef, sha: string, text: string): Promise<void> {
    const { addComment } = this.deps.adapter;
    if (!addComment) return;
    await this.repoAccess.useToWrite(repo, (token) => addComment(token, repo, sha, text));
  }

  /** Reports the state of a deployment. Returns the forge's id of the deployment, if it has one. */
  async reportDeployment(
    repo: ForgeRepoRef,
    sha: string,
    deployment: ForgeDeployment,
    known: string,
  ): Promise<string> {
    const { setDeployment } = this.deps.adapter;
    if (!setDeployment) return known;
    const report = (token: string) => setDeployment(token, repo, sha, deployment, known);
    return this.repoAccess.useToWrite(repo, report);
  }

  private async exchange(
    answer: URLSearchParams,
    redirectUrl: string,
    state: string,
    verifier: string,
  ): Promise<SignedIn> {
    const { oauth, adapter, identities } = this.deps;
    const tokens = await oauth.exchange(answer, redirectUrl, state, verifier);
    const account = await adapter.findAccount(tokens.access);
    return {
      account,
      listOrganisations: () => adapter.listOrganisations(tokens.access),
      findKnown: () => identities.findByUid(this.kind, account.uid),
      isTaken: async (userId) => (await identities.find(userId)) !== undefined,
      findLoginOf: (userId) => this.findLoginOf(userId),
      keepAccess: (userId, isInvited) =>
        identities.save({ userId, forge: this.kind, uid: account.uid, tokens, isInvited }),
    };
  }

  private async findLoginOf(userId: number): Promise<string | undefined> {
    const { access, adapter } = this.deps;
    try {
      return (await access.useEvenIfEnded(userId, (token) => adapter.findAccount(token))).login;
    } catch (error) {
      if (error instanceof ForgeSignInError) return undefined;
      throw error;
    }
  }

  private get hookUrl(): string {
    return `${this.deps.settings.hookUrl ?? this.deps.publicUrl()}/hook`;
  }
}
