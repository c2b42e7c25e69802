import type { IncomingHttpHeaders } from 'node:http';
import type { Status } from '@millrace/contract/vocabulary';
import type {
  ForgeAccount,
  ForgeCommit,
  ForgeEvent,
  ForgeRepo,
  ForgeRepoFacts,
  ForgeRepoRef,
} from '../forge.ts';

type Place = Pick<ForgeRepoRef, 'namespace' | 'name'>;

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

/** A deployment of a commit, where the forge keeps such. */
export interface ForgeDeployment {
  environment: string;
  status: Status;
  description: string;
  url: string;
}

/** How an account signs in on the forge's own pages. */
export interface OAuthEndpoints {
  authorize: string;
  token: string;
  scopes: string[];
  /** Whether the forge checks a proof of who began the sign-in. */
  hasPkce: boolean;
  /** Whether this server names itself to the forge in a header, and not in what it sends. */
  usesBasic?: boolean;
}

/** A delivery as it came in: `body` is the raw text that was signed. */
export interface Delivery {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Content of a delivery before its signature is verified. */
export interface UnverifiedDelivery {
  /** The forge's id of the repository; empty where the delivery names none. */
  repoUid: string;
  /** The same when the delivery is sent again; each event has another one. */
  id: string;
  /** The id on the forge's own pages, for logs. */
  shownId: string;
  /** Null for events that nothing here asks for. */
  event: Omit<ForgeEvent, 'delivery'> | null;
}

/**
 * Implementation of one kind of forge. Each call uses the token of an account, and throws the errors in
 * `forge-errors.ts`.
 */
export interface ForgeAdapter {
  readonly kind: string;
  readonly oauth: OAuthEndpoints;
  /** Username for HTTP clones with the token as password. */
  readonly cloneLogin: string;
  /** Whether a namespace may belong to another one than the account of its name. */
  readonly hasWorkspaces?: boolean;
  readonly lacksPullRefs?: boolean;

  findAccount(token: string): Promise<ForgeAccount>;
  /** Names of the organisations that the account is a member of. */
  listOrganisations(token: string): Promise<string[]>;
  findMembership(token: string, login: string, name: string): Promise<'none' | 'member' | 'owner'>;

  listRepos(token: string): Promise<ForgeRepo[]>;
  findRepo(token: string, repo: ForgeRepoRef): Promise<ForgeRepoFacts | null>;
  findCommit(token: string, repo: ForgeRepoRef, revision: string): Promise<ForgeCommit | null>;
  readFile(token: string, repo: ForgeRepoRef, sha: string, path: string): Promise<string | null>;
  listTopFiles(token: string, repo: ForgeRepoRef, sha: string): Promise<string[] | null>;
  listChangedPaths(
    token: string,
    repo: ForgeRepoRef,
    before: string,
    after: string,
  ): Promise<string[] | null>;
  /** Only where some versions of the forge do not compare commits; null where it has no such call either. */
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
  ): Promise<ForgeCommit[] | null>;

  cloneUrl(repo: Place): string;
  repoUrl(repo: Place): string;
  commitUrl(repo: Place, sha: string): string;
  treeUrl(repo: Place, ref: string): string;

  /** Creates the hook that leads to `target.url`, in place of those that lead there. */
  replaceHook(token: string, repo: ForgeRepoRef, target: HookTarget): Promise<void>;
  removeHook(token: string, repo: ForgeRepoRef, url: string): Promise<unknown>;
  /** Keys of the repository's id in the JSON of a delivery: it is found before the signature is checked. */
  readonly deliveryRepo: readonly [outer: string, inner: string];
  /** Null for a body that is no delivery of this forge. */
  readDelivery(delivery: Delivery): UnverifiedDelivery | null;
  isSigned(delivery: Delivery, secret: string): boolean;

  setStatus(token: string, repo: ForgeRepoRef, sha: string, status: CommitStatus): Promise<void>;
  /**
   * Only where the forge knows deployments. `known` is its name for this one, as it was answered the
   * last time, or empty: then it is made, unless the one of this `url` is there already.
   */
  setDeployment?(
    token: string,
    repo: ForgeRepoRef,
    sha: string,
    deployment: ForgeDeployment,
    known: string,
  ): Promise<string>;
}
