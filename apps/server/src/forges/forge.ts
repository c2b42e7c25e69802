import type { BuiltCommit } from '@millrace/build-host/builds/build-input';
import type { Reader } from '@millrace/build-rules';
import type { Permissions } from '@millrace/contract/api';
import type { Netrc } from '@millrace/contract/runner';
import type { Repo } from '../domain/repo.ts';
import type { User } from '../domain/user.ts';

/** Reference to a repository: its location on the forge and its owner account. */
export type ForgeRepoRef = Pick<Repo, 'id' | 'uid' | 'forge' | 'ownerId' | 'namespace' | 'name'>;
type RepoName = Pick<Repo, 'namespace' | 'name'>;
export type ForgeUser = Pick<User, 'id' | 'login'>;
export type ForgeAuthor = Pick<User, 'id' | 'login' | 'name' | 'email'> &
  Pick<ForgeSender, 'reader'>;

export interface ForgeRepoFacts extends RepoName {
  /** Id on the forge. It stays the same when the repository is renamed. */
  uid: string;
  /** Id of the namespace's owner on the forge. Absent if namespaces are never reused. */
  ownerUid?: string;
  /** Absent if the forge does not provide it: webhook payloads of Bitbucket, empty repositories. */
  defaultBranch?: string;
  isPrivate: boolean;
}

export interface ForgeRepo extends ForgeRepoFacts {
  permissions: Permissions;
}

/** Account on the forge. */
export interface ForgeAccount {
  /** Id on the forge. It stays the same when the account is renamed. */
  uid: string;
  login: string;
  name: string;
  /** Empty if the forge does not provide it. */
  email: string;
  avatar: string;
}

export type ForgeCommit = BuiltCommit;

/** Commit of a list. */
export interface ListedCommit extends ForgeCommit {
  /** Hashes of its parents; the first one is the commit of the branch before a merge. */
  parents: string[];
}

/** Commit in the history of a branch, as lists show it. */
export type PastCommit = Pick<ForgeCommit, 'sha' | 'message' | 'authorName' | 'committedSec'>;

/** Tag of a commit. GitHub lists only the hash of the commit. */
export type ForgeTag = Pick<PastCommit, 'sha'> & Partial<PastCommit> & { name: string };

/** Push of one ref. `after` is empty if the ref was deleted. */
export interface ForgePush {
  kind: 'push';
  ref: string;
  before: string;
  after: string;
  /** Page that compares both commits. Absent if the delivery names none. */
  link?: string;
  /** Branch from which a tag was pushed. Absent if the delivery names none. */
  tagBranch?: string;
  /** Whether the person requested no builds, with `git push -o ci.skip`. */
  isSkipped?: boolean;
  /** Files changed by all its commits. Absent if the delivery does not list all of them. */
  changedPaths?: string[];
}

/** Other sources of changed files, for a forge that cannot compare commits. */
export interface ChangeHints {
  /** Files listed by the delivery or by the restarted build. */
  listed?: string[] | undefined;
  /** Number of the pull request that changes the files. */
  pullRequest?: number | undefined;
}

/** Files of a folder in a commit. */
export interface ForgeFolder {
  /** Names without the path of the folder. */
  files: string[];
  /** False if the folder has more entries than the forge lists in one answer. */
  isComplete: boolean;
}

/** Change of one file, which becomes a commit. */
export interface FileChange {
  path: string;
  text: string;
  message: string;
  branch: string;
  /** Commit with the text that was edited. */
  base: string;
  /** Branch to create at `base`, which gets the commit instead of `branch`. Empty for none. */
  newBranch: string;
}

export interface ForgePullRequest {
  kind: 'pullRequest';
  action: 'opened' | 'synchronized' | 'reopened' | 'closed';
  number: number;
  title: string;
  /** Description in Markdown; empty for none. */
  body: string;
  link: string;
  /** Reference of its newest commit in the target repository. */
  ref: string;
  /** Source branch, in the repository `sourceRepo`. */
  source: string;
  sourceRepo: string;
  target: string;
  sha: string;
  /** Commit of the target branch that it is compared with. Empty if the forge does not provide it. */
  base: string;
}

/** The repository was deleted. */
interface ForgeRepoDeleted {
  kind: 'deleted';
}

export type ForgeNews = ForgePush | ForgePullRequest | ForgeRepoDeleted;

/** Account that caused an event, authenticated by the forge. */
export interface ForgeSender {
  /** Present only if logins can be reused by other accounts. */
  uid?: string;
  login: string;
  avatar: string;
  name?: string;
  email?: string;
  /** On whose behalf its builds read; only the built-in forge knows the access token of a push. */
  reader?: Reader;
}

/** Event of a repository. The `sender` may differ from the author of the commit. */
export interface ForgeEvent {
  /** Id of this event. It is the same if its delivery is sent again. */
  delivery: string;
  /** Id of the delivery on the forge's own pages, for logs. */
  shownId?: string;
  /**
   * Repository as described by the delivery. Missing fields stay unchanged. Only the built-in forge omits the
   * id.
   */
  repo: RepoName & { uid?: string; ownerUid?: string; defaultBranch?: string; isPrivate?: boolean };
  sender: ForgeSender;
  news: ForgeNews[];
}

/** Sign-in method: a password checked by this server, or the forge's own page. */
export type ForgeSignIn =
  | { kind: 'password' }
  | {
      kind: 'oauth';
      /** URL of the consent page. `verifier` later proves that the same client started the flow. */
      authorizeUrl(state: string, verifier: string): Promise<string>;
      /** Completes the sign-in. Returns the forge's account and a way to store its access for later calls. */
      exchange(answer: URLSearchParams, state: string, verifier: string): Promise<SignedIn>;
    };

/** Account that the forge currently accepts. */
export interface CheckedAccount {
  account: ForgeAccount;
  /** Whether an admin created the account before its first sign-in. */
  isInvited: boolean;
  /** Fetches the names of its organizations. Called only if needed. */
  listOrganisations(): Promise<string[]>;
}

export interface SignedIn extends Omit<CheckedAccount, 'isInvited'> {
  /** Finds the Millrace account linked to this account. */
  findKnown(): Promise<{ userId: number; isInvited: boolean } | undefined>;
  /** Returns whether a Millrace account is linked to another account of the forge. */
  isTaken(userId: number): Promise<boolean>;
  /** Reads the current login at the forge. Undefined if it cannot be read. */
  findLoginOf(userId: number): Promise<string | undefined>;
  keepAccess(userId: number, isInvited: boolean): Promise<void>;
}

/** A line of a file in a commit. */
export interface FilePlace {
  sha: string;
  path: string;
  line: number;
}

/** A service that hosts repositories. The server calls it, and it reports events to the server. */
export interface Forge {
  readonly kind: string;
  readonly signIn: ForgeSignIn;
  /** Whether the forge has pages for commits and branches. */
  readonly hasPages: boolean;
  /** Whether the commits of a pull request are available only in its source branch, which may be in a fork. */
  readonly lacksPullRefs?: boolean;
  /** Whether it has no forks: only people who may push bring commits into a repository. */
  readonly hasOnlyOwnCommits?: boolean;
  /** Lists the repositories that the account can access, with its permissions. */
  listRepos(user: ForgeUser): Promise<ForgeRepo[]>;
  /** Finds a repository by its id on the forge. Null if it no longer exists. */
  findRepo(repo: ForgeRepoRef): Promise<ForgeEvent['repo'] | null>;
  /** Role of an account in an organization. Only an `owner` may change shared settings. */
  findMembership(user: ForgeUser, namespace: string): Promise<'none' | 'member' | 'owner'>;
  /** Follows symbolic links within the repository. Returns null if the commit does not contain the file. */
  readFile(repo: ForgeRepoRef, sha: string, path: string): Promise<string | null>;
  /**
   * Lists the files directly in a folder of a commit, with one call; the top folder is ''. Omits symbolic links. Null
   * if the commit has no such folder, or does not exist.
   */
  listFolder(repo: ForgeRepoRef, sha: string, folder: string): Promise<ForgeFolder | null>;
  /** Lists files that differ between two commits. Null if not available. */
  listChangedPaths(
    repo: ForgeRepoRef,
    before: string,
    after: string,
    hints?: ChangeHints,
  ): Promise<string[] | null>;
  /**
   * Lists the commits in `after` that are not in `before`, newest first, at most `limit`. Null if not
   * available.
   */
  listCommits(
    repo: ForgeRepoRef,
    before: string,
    after: string,
    limit: number,
  ): Promise<ListedCommit[] | null>;
  /**
   * Lists a commit and its newest ancestors, newest first, at most `limit`. A forge may list fewer. Empty if there is
   * no such commit.
   */
  listHistory(repo: ForgeRepoRef, sha: string, limit: number): Promise<PastCommit[]>;
  /** Lists tags, newest first, at most `limit`. A forge may list fewer. GitHub orders them by name. */
  listTags(repo: ForgeRepoRef, limit: number): Promise<ForgeTag[]>;
  /** Resolves a branch, a tag or a hash. Null if no such commit exists. */
  findCommit(repo: ForgeRepoRef, revision: string): Promise<ForgeCommit | null>;
  /**
   * Commits a file with the rights of the account, which becomes its author. Creates the file if it does not exist.
   * Returns the hash of the commit.
   *
   * @throws AppError 409 if another commit has changed the file, or the new branch exists
   */
  commitFile(author: ForgeAuthor, repo: ForgeRepoRef, change: FileChange): Promise<string>;
  /** @throws AppError if there is no such branch, or only the forge can change it */
  setDefaultBranch(repo: ForgeRepoRef, branch: string): Promise<void>;
  /** Replaces the webhook of the repository, with a new secret. */
  replaceHook(repo: ForgeRepoRef): Promise<void>;
  /** Removes the webhook. Ignores a repository that cannot be accessed. */
  removeHook(repo: ForgeRepoRef): Promise<void>;
  cloneUrl(repo: RepoName): string;
  /**
   * Returns the credentials with which a stage clones.
   *
   * @param stage its id, and the time for which it may run
   */
  cloneCredentials(
    repo: ForgeRepoRef,
    stage: { id: number; lifeSec: number },
  ): Promise<Netrc | null>;
  /** Clone URL with SSH; empty if the forge has none. */
  sshUrl(repo: RepoName): string;
  repoUrl(repo: RepoName): string;
  /** Page of a commit; empty if the forge has none. */
  commitUrl(repo: RepoName, sha: string): string;
  /** Page of a branch, a tag or a path below one. Empty if the forge has none. */
  treeUrl(repo: RepoName, ref: string): string;
  /** Returns the page of a line of a file; empty if the forge has none. */
  fileUrl(repo: RepoName, place: FilePlace): string;
  /** Page that opens a pull request from a branch. Empty if the forge has no pull requests. */
  newPullRequestUrl(repo: RepoName, from: string, to: string): string;
}
