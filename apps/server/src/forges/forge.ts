import type { Permissions } from '@millrace/contract/api';
import type { Netrc } from '@millrace/contract/runner';
import type { Status } from '@millrace/contract/vocabulary';

/** A repository by its place on the forge. */
export interface ForgeRepoRef {
  namespace: string;
  name: string;
}

export interface ForgeRepo extends ForgeRepoRef {
  /** The forge's own id, stable when the repository is renamed. */
  uid: string;
  defaultBranch: string;
  isPrivate: boolean;
  permissions: Permissions;
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

/** A push as the forge reports it. `after` is empty when the ref was deleted. */
export interface ForgePush {
  ref: string;
  before: string;
  after: string;
}

/** What the forge tells of a repository; `sender` is the authenticated login, never the commit's author. */
export interface ForgeEvent {
  /** The forge's name for this news, the same when it is told again. */
  delivery: string;
  repo: ForgeRepoRef;
  sender: string;
  pushes: ForgePush[];
}

/** How people sign in: with a password that this server checks, or on the forge's own page. */
type ForgeSignIn =
  | { kind: 'password' }
  | {
      kind: 'oauth';
      authorizeUrl(state: string): string;
      /** Ends the sign-in: the forge's account and its access for later calls. */
      exchange(code: string): Promise<{ login: string; email: string; avatar: string }>;
    };

/** A source host. The server asks it about repositories, and it tells the server what happens there. */
export interface Forge {
  readonly kind: string;
  readonly signIn: ForgeSignIn;
  /** The repositories that the account can reach, with what it may do in each. */
  listRepos(login: string): Promise<ForgeRepo[]>;
  /** What the account is in an organisation: `owner` may change what belongs to all of it. */
  findMembership(login: string, namespace: string): Promise<'none' | 'member' | 'owner'>;
  /** Null when the file is not in the commit. */
  readFile(repo: ForgeRepoRef, sha: string, path: string): Promise<string | null>;
  /** The files that differ between two commits; null where that cannot be told. */
  listChangedPaths(repo: ForgeRepoRef, before: string, after: string): Promise<string[] | null>;
  /** The commit that a branch, a tag or a hash names; null when there is none. */
  findCommit(repo: ForgeRepoRef, revision: string): Promise<ForgeCommit | null>;
  /** Makes sure that the forge tells what happens in the repository. */
  ensureHook(repo: ForgeRepoRef): Promise<void>;
  findDefaultBranch(repo: ForgeRepoRef): Promise<string>;
  /** Where `git` clones from, and with which credentials while the build lasts. */
  cloneUrl(repo: ForgeRepoRef): string;
  cloneCredentials(repo: ForgeRepoRef & { uid: string }, lifeSec: number): Netrc | null;
  repoUrl(repo: ForgeRepoRef): string;
  /** Where people see a commit; empty when the forge has no page for it. */
  commitUrl(repo: ForgeRepoRef, sha: string): string;
  /** The same for a branch, a tag or a path under one. */
  treeUrl(repo: ForgeRepoRef, ref: string): string;
  /** Shows the build's state beside the commit, where the forge can. */
  reportStatus(
    repo: ForgeRepoRef,
    sha: string,
    status: { status: Status; description: string; url: string },
  ): Promise<void>;
  /** Starts telling `receive` what happens; also what happened while nobody listened. */
  listen(receive: (event: ForgeEvent) => Promise<void>): Promise<void>;
}
