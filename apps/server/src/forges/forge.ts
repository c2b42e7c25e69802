import type { Permissions } from '@millrace/contract/api';
import type { Netrc } from '@millrace/contract/runner';
import type { Repo } from '../domain/repo.ts';
import type { User } from '../domain/user.ts';

/** A repository by its place on the forge, and the account that answers for it. */
export type ForgeRepoRef = Pick<Repo, 'id' | 'uid' | 'forge' | 'ownerId' | 'namespace' | 'name'>;
type Place = Pick<Repo, 'namespace' | 'name'>;
export type ForgeUser = Pick<User, 'id' | 'login'>;

export interface ForgeRepoFacts extends Place {
  /** The forge's own id, stable when the repository is renamed. */
  uid: string;
  /** The forge's id of whose namespace it is in; absent where names never pass on. */
  ownerUid?: string;
  /** Absent where the forge does not name one: webhook payloads of Bitbucket, empty repositories. */
  defaultBranch?: string;
  isPrivate: boolean;
}

export interface ForgeRepo extends ForgeRepoFacts {
  permissions: Permissions;
}

/** An account of the forge. */
export interface ForgeAccount {
  /** The forge's own id, stable when the account is renamed. */
  uid: string;
  login: string;
  name: string;
  /** Empty where the forge does not tell it. */
  email: string;
  avatar: string;
}

export interface ForgeCommit {
  sha: string;
  message: string;
  authorLogin: string;
  authorName: string;
  authorEmail: string;
  authorAvatar: string;
  committedSec: number;
}

/** A push of one ref as the forge reports it. `after` is empty when the ref was deleted. */
export interface ForgePush {
  kind: 'push';
  ref: string;
  before: string;
  after: string;
  /** The files of all its commits; absent where the delivery does not list all of them. */
  changedPaths?: string[];
}

/** Other sources for the files that differ, for a forge that does not compare commits. */
export interface ChangeHints {
  /** Files that the delivery, or the build that is restarted, lists. */
  listed?: string[] | undefined;
  /** The number of the pull request whose files they are. */
  pullRequest?: number | undefined;
}

export interface ForgePullRequest {
  kind: 'pullRequest';
  action: 'opened' | 'synchronized' | 'reopened' | 'closed';
  number: number;
  title: string;
  link: string;
  /** Reference of its newest commit in the target repository. */
  ref: string;
  /** The branch that it comes from, in the repository of this slug. */
  source: string;
  sourceRepo: string;
  target: string;
  sha: string;
  /** The commit of the target branch that it is compared with; empty where the forge does not tell. */
  base: string;
}

/** The repository is no more. */
interface ForgeRepoDeleted {
  kind: 'deleted';
}

export type ForgeNews = ForgePush | ForgePullRequest | ForgeRepoDeleted;

/** Account that caused an event, authenticated by the forge. */
export interface ForgeSender {
  /** Only where others may bear the login too. */
  uid?: string;
  login: string;
  avatar: string;
  name?: string;
  email?: string;
}

/** Webhook event of a repository. `sender` need not be the author of the commit. */
export interface ForgeEvent {
  /** Name of this event, the same when its delivery is sent again. */
  delivery: string;
  /** Id of the delivery on the forge's own pages, for logs. */
  shownId?: string;
  /**
   * The repository as the delivery describes it; facts that it leaves out stay as they are. The id is absent
   * for the built-in forge only.
   */
  repo: Place & { uid?: string; ownerUid?: string; defaultBranch?: string; isPrivate?: boolean };
  sender: ForgeSender;
  news: ForgeNews[];
}

/** How people sign in: with a password that this server checks, or on the forge's own page. */
export type ForgeSignIn =
  | { kind: 'password' }
  | {
      kind: 'oauth';
      /** URL of the consent page. `verifier` later proves that the same client started the flow. */
      authorizeUrl(state: string, verifier: string): Promise<string>;
      /** Ends what began so: the forge's account, and a way to keep its access for later calls. */
      exchange(answer: URLSearchParams, state: string, verifier: string): Promise<SignedIn>;
    };

/** An account that the forge accepts at this moment. */
export interface CheckedAccount {
  account: ForgeAccount;
  /** An administrator created the account here before its first sign-in. */
  isInvited: boolean;
  /** Names of its organisations, asked for only where they matter. */
  listOrganisations(): Promise<string[]>;
}

export interface SignedIn extends Omit<CheckedAccount, 'isInvited'> {
  /** The account here that it belongs to. */
  findKnown(): Promise<{ userId: number; isInvited: boolean } | undefined>;
  /** Whether an account here belongs to another one of the forge. */
  isTaken(userId: number): Promise<boolean>;
  /** Current login at the forge of an account; undefined if it cannot be read. */
  findLoginOf(userId: number): Promise<string | undefined>;
  keepAccess(userId: number, isInvited: boolean): Promise<void>;
}

/** A service that hosts repositories. The server calls it, and it reports events to the server. */
export interface Forge {
  readonly kind: string;
  readonly signIn: ForgeSignIn;
  /** Whether people see commits and branches there. */
  readonly hasPages: boolean;
  /** Whether the commits of a pull request are found in its branch alone, in a fork where it is one's. */
  readonly lacksPullRefs?: boolean;
  /** The repositories that the account can reach, with what it may do in each. */
  listRepos(user: ForgeUser): Promise<ForgeRepo[]>;
  /** One of these, by its id at the forge; null when it is gone. */
  findRepo(repo: ForgeRepoRef): Promise<ForgeEvent['repo'] | null>;
  /** Role of an account in an organization. Only an `owner` may change shared settings. */
  findMembership(user: ForgeUser, namespace: string): Promise<'none' | 'member' | 'owner'>;
  /** Null when the file is not in the commit. */
  readFile(repo: ForgeRepoRef, sha: string, path: string): Promise<string | null>;
  /**
   * Names of the files in the top folder of a commit; of a folder with hundreds of them the first ones. Null
   * when there is no such commit.
   */
  listTopFiles(repo: ForgeRepoRef, sha: string): Promise<string[] | null>;
  /** Lists files that differ between two commits; null if the forge cannot. */
  listChangedPaths(
    repo: ForgeRepoRef,
    before: string,
    after: string,
    hints?: ChangeHints,
  ): Promise<string[] | null>;
  /**
   * Lists the commits in `after` that are not in `before`, newest first, at most `limit`; null if the forge
   * cannot.
   */
  listCommits(
    repo: ForgeRepoRef,
    before: string,
    after: string,
    limit: number,
  ): Promise<ForgeCommit[] | null>;
  /** The commit that a branch, a tag or a hash names; null when there is none. */
  findCommit(repo: ForgeRepoRef, revision: string): Promise<ForgeCommit | null>;
  /** Has the forge deliver the events of the repository from now on, with a new secret. */
  replaceHook(repo: ForgeRepoRef): Promise<void>;
  /** Makes sure that it does not any more; what cannot be reached is left. */
  removeHook(repo: ForgeRepoRef): Promise<void>;
  /** Clone URL, and credentials that are valid while the build runs. */
  cloneUrl(repo: Place): string;
  cloneCredentials(repo: ForgeRepoRef, lifeSec: number): Promise<Netrc | null>;
  repoUrl(repo: Place): string;
  /** Page of a commit; empty if the forge has none. */
  commitUrl(repo: Place, sha: string): string;
  /** The same for a branch, a tag or a path under one. */
  treeUrl(repo: Place, ref: string): string;
}
