import type { IncomingHttpHeaders } from 'node:http';
import type { Status } from '@millrace/contract/vocabulary';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { ByteCache } from '../../shared/byte-cache.ts';
import type {
  FileChange,
  FilePlace,
  ForgeAccount,
  ForgeCommit,
  ForgeEvent,
  ForgeFolder,
  ForgeRepo,
  ForgeRepoFacts,
  ForgeRepoRef,
  ForgeTag,
  ListedCommit,
  PastCommit,
} from '../forge.ts';
import type { CachedAnswer } from './forge-client.ts';

type RepoName = Pick<ForgeRepoRef, 'namespace' | 'name'>;

/** Options of all kinds of forges. */
export interface OpenOptions {
  /** Base URL of its pages, without a trailing slash. */
  url: string;
  agent: string;
  cache: ByteCache<CachedAnswer>;
  logger: Logger;
  clock: Pick<Clock, 'wait'>;
}

/** URL and signing key of a repository's webhook. */
export interface HookTarget {
  url: string;
  secret: string;
}

export interface CommitStatus {
  status: Status;
  context: string;
  description: string;
  url: string;
  /** Ref that was built. For a pull request from the same repository, its branch. */
  ref: string;
}

/** Deployment of a commit, on forges that record deployments. */
export interface ForgeDeployment {
  environment: string;
  status: Status;
  description: string;
  url: string;
}

/** OAuth endpoints for sign-in on the forge's own pages. */
export interface OAuthEndpoints {
  authorize: string;
  token: string;
  scopes: string[];
  /** Whether the forge supports PKCE. */
  hasPkce: boolean;
  /** Whether client credentials are sent in a header instead of the body. */
  usesBasic?: boolean;
}

/** Webhook delivery as received. `body` is the raw text that was signed. */
export interface Delivery {
  headers: IncomingHttpHeaders;
  body: string;
  /** `secret` in the URL of the webhook. */
  urlSecret?: string | undefined;
}

/** Content of a delivery before its signature is verified. */
export interface UnverifiedDelivery {
  /** Id of the repository on the forge. Empty if the delivery contains none. */
  repoUid: string;
  /** Unique id of the event. It is the same if the delivery is sent again. */
  id: string;
  /** Id on the forge's own pages, for logs. */
  shownId: string;
  /** Null for events that are ignored. */
  event: Omit<ForgeEvent, 'delivery'> | null;
}

/** Calls about the account whose token is used. */
export interface AccountCalls {
  findAccount(token: string): Promise<ForgeAccount>;
  /** Names of the organizations that the account is a member of. */
  listOrganisations(token: string): Promise<string[]>;
  findMembership(token: string, login: string, name: string): Promise<'none' | 'member' | 'owner'>;
}

export interface RepositoryCalls {
  listRepos(token: string): Promise<ForgeRepo[]>;
  findRepo(token: string, repo: ForgeRepoRef): Promise<ForgeRepoFacts | null>;
}

/** URLs of a repository and its pages. */
export interface RepositoryUrls {
  cloneUrl(repo: RepoName): string;
  repoUrl(repo: RepoName): string;
  commitUrl(repo: RepoName, sha: string): string;
  treeUrl(repo: RepoName, ref: string): string;
  fileUrl(repo: RepoName, place: FilePlace): string;
  newPullRequestUrl(repo: RepoName, from: string, to: string): string;
}

/** Calls about commits and their files. */
export interface CommitCalls {
  findCommit(token: string, repo: ForgeRepoRef, revision: string): Promise<ForgeCommit | null>;
  readFile(token: string, repo: ForgeRepoRef, sha: string, path: string): Promise<string | null>;
  listFolder(
    token: string,
    repo: ForgeRepoRef,
    sha: string,
    folder: string,
  ): Promise<ForgeFolder | null>;
  listChangedPaths(
    token: string,
    repo: ForgeRepoRef,
    before: string,
    after: string,
  ): Promise<string[] | null>;
  /** For forges with versions that cannot compare commits. Null if a version lacks this call too. */
  listPullRequestFiles?(
    token: string,
    repo: ForgeRepoRef,
    number: number,
  ): Promise<string[] | null>;
  listCommits(
    token: string,
    repo: ForgeRepoRef,
    before: string,
    after: string,
    limit: number,
  ): Promise<ListedCommit[] | null>;
  listHistory(token: string, repo: ForgeRepoRef, sha: string, limit: number): Promise<PastCommit[]>;
  listTags(token: string, repo: ForgeRepoRef, limit: number): Promise<ForgeTag[]>;
}

export interface FileCalls {
  /**
   * Adds a commit to `change.base`, the newest commit of the branch unless a new branch is created. Returns its hash.
   */
  commitFile(token: string, repo: ForgeRepoRef, change: FileChange): Promise<string>;
}

export interface HookCalls {
  /** Replaces all webhooks that call `target.url` by a new one. */
  replaceHook(token: string, repo: ForgeRepoRef, target: HookTarget): Promise<void>;
  removeHook(token: string, repo: ForgeRepoRef, url: string): Promise<void>;
}

export interface StatusCalls {
  setStatus(token: string, repo: ForgeRepoRef, sha: string, status: CommitStatus): Promise<void>;
}

export interface CommentCalls {
  /** Adds a comment in Markdown to a commit. */
  addComment(token: string, repo: ForgeRepoRef, sha: string, text: string): Promise<void>;
}

export interface DeploymentCalls {
  /**
   * Returns the forge's id of the deployment. `known` is the id that the previous call returned, or empty: then
   * the deployment is created, unless one with this `url` exists.
   */
  setDeployment(
    token: string,
    repo: ForgeRepoRef,
    sha: string,
    deployment: ForgeDeployment,
    known: string,
  ): Promise<string>;
}

/**
 * Implementation of one kind of forge. Each call uses the token of an account, and throws the errors in
 * `forge-errors.ts`.
 */
export interface ForgeAdapter
  extends AccountCalls,
    RepositoryCalls,
    RepositoryUrls,
    CommitCalls,
    FileCalls,
    HookCalls,
    StatusCalls,
    Partial<CommentCalls>,
    Partial<DeploymentCalls> {
  readonly kind: string;
  readonly oauth: OAuthEndpoints;
  /** Username for HTTP clones with the token as password. */
  readonly cloneLogin: string;
  /** Whether a namespace may belong to an account with another name. */
  readonly hasWorkspaces?: boolean;
  readonly lacksPullRefs?: boolean;

  /** Keys of the repository's id in the JSON of a delivery. It is read before the signature is checked. */
  readonly deliveryRepo: readonly [outer: string, inner: string];
  /** Returns null if the body is not a delivery of this forge. */
  readDelivery(delivery: Delivery): UnverifiedDelivery | null;
  isSigned(delivery: Delivery, secret: string): boolean;
}
