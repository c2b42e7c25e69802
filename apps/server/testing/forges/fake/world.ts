import { createHash, randomUUID } from 'node:crypto';

export type Role = 'read' | 'write' | 'admin';

/** User or organization. */
export interface Account {
  id: number;
  uuid: string;
  login: string;
  email: string;
  /** Whether the email address is public. */
  isEmailPublic: boolean;
  isOrganisation: boolean;
  /** Whether the account can neither sign in nor use its tokens. */
  isBlocked: boolean;
  /** Members of an organization. */
  members: Map<Account, 'owner' | 'member'>;
}

export interface Commit {
  sha: string;
  message: string;
  author: Account;
  parent: string;
  /** Content of all files by path. */
  files: Record<string, string>;
}

export interface Hook {
  id: number;
  uuid: string;
  url: string;
  /** Settings as received. */
  settings: Record<string, unknown>;
  /** Whether the forge has disabled the webhook. Changing its settings does not enable it. */
  isOff?: boolean;
}

export interface Status {
  sha: string;
  state: string;
  context: string;
  description: string;
  url: string;
  ref: string;
  /** ISO 8601. Absent if no test reads it. */
  createdAt?: string;
}

export interface Deployment {
  id: number;
  sha: string;
  environment: string;
  payload: unknown;
  /** Newest first. */
  statuses: { state: string; description: string; environment: string; log_url: string }[];
}

export interface PullRequest {
  number: number;
  title: string;
  author: Account;
  from: { repository: Repository; branch: string };
  to: string;
}

export interface Repository {
  id: number;
  uuid: string;
  owner: Account;
  name: string;
  isPrivate: boolean;
  members: Map<Account, Role>;
  /** Hashes by full ref, such as `refs/heads/main`. */
  refs: Map<string, string>;
  hooks: Hook[];
  /** Newest first. */
  statuses: Status[];
  /** Newest first. */
  deployments: Deployment[];
  /** Comments on commits, oldest first. */
  comments: { sha: string; text: string }[];
  pullRequests: (PullRequest & { isOpen: boolean })[];
}

export const slugOf = ({ owner, name }: Repository) => `${owner.login}/${name}`;

/** State of a fake forge. */
export class World {
  readonly accounts: Account[] = [];
  repositories: Repository[] = [];
  readonly commits = new Map<string, Commit>();
  private lastId = 1000;

  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  addAccount(login: string, facts: Partial<Account> = {}): Account {
    const account: Account = {
      id: this.nextId(),
      uuid: `{${randomUUID()}}`,
      login,
      email: `${login}@example.com`,
      isEmailPublic: true,
      isOrganisation: false,
      isBlocked: false,
      members: new Map(),
      ...facts,
    };
    this.accounts.push(account);
    return account;
  }

  addRepository(owner: Account, name: string, facts: Partial<Repository> = {}): Repository {
    const repository: Repository = {
      id: this.nextId(),
      uuid: `{${randomUUID()}}`,
      owner,
      name,
      isPrivate: false,
      members: new Map(),
      refs: new Map(),
      hooks: [],
      statuses: [],
      deployments: [],
      comments: [],
      pullRequests: [],
      ...facts,
    };
    this.repositories.push(repository);
    return repository;
  }

  account(login: string): Account {
    const found = this.accounts.find((account) => account.login === login);
    if (!found) throw new Error(`There is no account ${login}`);
    return found;
  }

  repository(slug: string): Repository {
    const found = this.repositories.find((repository) => slugOf(repository) === slug);
    if (!found) throw new Error(`There is no repository ${slug}`);
    return found;
  }

  /** Returns the account's role. Undefined if it is not a member. */
  roleOf(account: Account, { owner, members }: Repository): Role | undefined {
    if (owner === account || owner.members.get(account) === 'owner') return 'admin';
    return members.get(account) ?? (owner.members.has(account) ? 'read' : undefined);
  }

  canRead(account: Account, repository: Repository): boolean {
    return !repository.isPrivate || this.roleOf(account, repository) !== undefined;
  }

  /** Adds a commit to a branch, which is created if needed. */
  commit(
    author: Account,
    { refs }: Repository,
    branch: string,
    files: Record<string, string>,
    message: string,
    sha = createHash('sha1').update(randomUUID()).digest('hex'),
  ): Commit {
    const ref = `refs/heads/${branch}`;
    const parent = refs.get(ref) ?? refs.get('refs/heads/main') ?? '';
    const tree = { ...this.commits.get(parent)?.files, ...files };
    const commit = { sha, message, author, parent, files: tree };
    this.commits.set(sha, commit);
    refs.set(ref, sha);
    return commit;
  }

  /** Finds a commit of the repository, or of a pull request to it. */
  findCommit(repository: Repository, name: string): Commit | undefined {
    const { refs } = repository;
    const sha = refs.get(`refs/heads/${name}`) ?? refs.get(`refs/tags/${name}`) ?? name;
    return this.commits.get(sha);
  }

  /** Lists tags with their commits, newest first. */
  listTags({ refs }: Repository): { name: string; commit: Commit }[] {
    const tags = [...refs].flatMap(([ref, sha]) => {
      const [, name] = /^refs\/tags\/(.+)$/.exec(ref) ?? [];
      const commit = this.commits.get(sha);
      return name && commit ? { name, commit } : [];
    });
    return tags.toReversed();
  }

  headOf({ from }: PullRequest): string {
    return from.repository.refs.get(`refs/heads/${from.branch}`) ?? '';
  }

  /** Lists paths changed since the merge base. */
  listChangedPaths(before: string, after: string): string[] {
    const ancestors = this.historyOf(before);
    const base = this.historyOf(after).find((sha) => ancestors.includes(sha)) ?? '';
    const [old, now] = [this.commits.get(base)?.files ?? {}, this.commits.get(after)?.files ?? {}];
    return Object.keys({ ...old, ...now }).filter((path) => old[path] !== now[path]);
  }

  /** Lists commits of one history that another does not contain, newest first. */
  commitsSince(before: string, after: string): Commit[] {
    const known = new Set(this.historyOf(before));
    const shas = this.historyOf(after).filter((sha) => !known.has(sha));
    return shas.flatMap((sha) => this.commits.get(sha) ?? []);
  }

  historyOf(sha: string): string[] {
    const parent = this.commits.get(sha)?.parent;
    return parent === undefined ? [] : [sha, ...this.historyOf(parent)];
  }

  /** Lists open pull requests from a branch, with their target repositories. */
  listOpenFrom(repository: Repository, branch: string) {
    return this.repositories.flatMap((target) =>
      target.pullRequests
        .filter(({ isOpen, from }) => isOpen && from.repository === repository)
        .filter(({ from }) => from.branch === branch)
        .map((pullRequest) => ({ target, pullRequest })),
    );
  }
}
