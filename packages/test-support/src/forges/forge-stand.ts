import type { BrowserVisit } from '../browser-visit.ts';

/** Commit status as the forge shows it. */
export interface ShownStatus {
  /** In the forge's own words. */
  state: string;
  context: string;
  description: string;
  url: string;
}

export interface StandRepo {
  uid: string;
  slug: string;
}

/** Accounts, repositories and commits for a test. Accounts are named by login, repositories by slug. */
export interface RepositoryStand {
  readonly kind: string;
  /** Settings of a server at this address that uses the forge. */
  settingsFor(serverUrl: string): Promise<Record<string, string>>;
  stop(): Promise<void>;

  addAccount(login: string, options?: { email?: string }): Promise<void>;
  addOrganisation(name: string, owner: string): Promise<void>;
  addRepo(owner: string, name: string, options?: { isPrivate?: boolean }): Promise<StandRepo>;
  addMember(slug: string, login: string, role: 'read' | 'write' | 'admin'): Promise<void>;
  /** Commits files on a branch, new or not, and pushes; the commit's hash. */
  push(
    login: string,
    slug: string,
    branch: string,
    files: Record<string, string>,
    message: string,
  ): Promise<string>;
  pushTag(login: string, slug: string, tag: string): Promise<void>;
  deleteBranch(login: string, slug: string, branch: string): Promise<void>;
}

/**
 * A remote forge with the actions that its accounts can take: a real program, or a fake over HTTP.
 */
export interface ForgeStand extends RepositoryStand {
  /** A closed pull request cannot be reopened. */
  readonly neverReopens?: boolean;
  readonly url: string;
  /** It does not answer until {@link resume}. */
  pause(): Promise<void>;
  resume(): Promise<void>;

  renameAccount(login: string, to: string): Promise<void>;
  /** An administrator of the forge suspends an account, or lets it in again. */
  setBlocked(login: string, isBlocked: boolean): Promise<void>;
  deleteAccount(login: string): Promise<void>;
  setMember(organisation: string, login: string, isMember: boolean): Promise<void>;
  /** From the page that the server leads to, to the one that the forge leads back to. */
  consent(visit: BrowserVisit, url: URL, login: string): Promise<URL>;
  refuse(visit: BrowserVisit, url: URL, login: string): Promise<URL>;
  /** The account takes back what it allowed. */
  revoke(login: string): Promise<void>;

  removeMember(slug: string, login: string): Promise<void>;
  renameRepo(slug: string, to: string): Promise<void>;
  setPrivate(slug: string, isPrivate: boolean): Promise<void>;
  deleteRepo(slug: string): Promise<void>;
  /** The slug of the fork. */
  fork(slug: string, login: string): Promise<string>;

  /** Its number. */
  openPullRequest(
    login: string,
    slug: string,
    options: { from: string; branch: string; title: string },
  ): Promise<number>;
  setPullRequestOpen(login: string, slug: string, number: number, isOpen: boolean): Promise<void>;

  /** As if the forge had switched the hooks off, or somebody had changed their secrets there. */
  breakHooks(slug: string): Promise<void>;
  /** Addresses of the hooks of a repository. */
  listHooks(slug: string): Promise<string[]>;
  /** Newest first; forges differ in whether they keep the older ones. */
  listStatuses(slug: string, sha: string): Promise<ShownStatus[]>;
}
