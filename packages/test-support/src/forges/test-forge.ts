import type { BrowserVisit } from '../browser-visit.ts';

/** Commit status in the API of the forge. */
export interface ShownStatus {
  /** A state as the forge names it. */
  state: string;
  context: string;
  description: string;
  url: string;
}

export interface StandRepo {
  uid: string;
  slug: string;
}

/**
 * Manages accounts, repositories and commits for a test. Accounts are identified by login, repositories by
 * slug.
 */
export interface TestRepository {
  readonly kind: string;
  /** Returns the settings of a server at this URL that uses the forge. */
  settingsFor(serverUrl: string): Promise<Record<string, string>>;
  stop(): Promise<void>;

  addAccount(login: string, options?: { email?: string }): Promise<void>;
  addOrganisation(name: string, owner: string): Promise<void>;
  addRepo(owner: string, name: string, options?: { isPrivate?: boolean }): Promise<StandRepo>;
  addMember(slug: string, login: string, role: 'read' | 'write' | 'admin'): Promise<void>;
  /** Commits files on a new or existing branch and pushes it. Returns the hash of the commit. */
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
export interface TestForge extends TestRepository {
  /** True if a closed pull request cannot be reopened. */
  readonly neverReopens?: boolean;
  readonly url: string;
  /** Stops responding until {@link resume}. */
  pause(): Promise<void>;
  resume(): Promise<void>;

  renameAccount(login: string, to: string): Promise<void>;
  /** Suspends an account as an administrator of the forge, or lifts the suspension. */
  setBlocked(login: string, isBlocked: boolean): Promise<void>;
  deleteAccount(login: string): Promise<void>;
  setMember(organisation: string, login: string, isMember: boolean): Promise<void>;
  /** Signs in on the forge and grants access. Returns the URL that the forge redirects back to. */
  consent(visit: BrowserVisit, url: URL, login: string): Promise<URL>;
  refuse(visit: BrowserVisit, url: URL, login: string): Promise<URL>;
  /** Revokes the access that the account granted. */
  revoke(login: string): Promise<void>;

  removeMember(slug: string, login: string): Promise<void>;
  renameRepo(slug: string, to: string): Promise<void>;
  setPrivate(slug: string, isPrivate: boolean): Promise<void>;
  deleteRepo(slug: string): Promise<void>;
  /** Returns the slug of the fork. */
  fork(slug: string, login: string): Promise<string>;

  /** Returns the number of the pull request. */
  openPullRequest(
    login: string,
    slug: string,
    options: { from: string; branch: string; title: string; to?: string },
  ): Promise<number>;
  /** Changes the title or the target branch of a pull request. */
  editPullRequest(
    login: string,
    slug: string,
    number: number,
    change: { title: string } | { to: string },
  ): Promise<void>;
  setPullRequestOpen(login: string, slug: string, number: number, isOpen: boolean): Promise<void>;

  /** Changes the secrets of the webhooks, as a user of the forge could. */
  breakHooks(slug: string): Promise<void>;
  /** Lists the URLs of the webhooks of a repository. */
  listHooks(slug: string): Promise<string[]>;
  /** Lists statuses, newest first. Only some forges retain older statuses. */
  listStatuses(slug: string, sha: string): Promise<ShownStatus[]>;
}
