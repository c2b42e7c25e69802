import { createHash, randomUUID } from 'node:crypto';

export type Role = 'read' | 'write' | 'admin';

export interface Account {
  id: number;
  login: string;
  email: string;
  /** Whether everyone may see the address. */
  isEmailPublic: boolean;
  isOrganisation: boolean;
  isSuspended: boolean;
  /** Of an organisation. */
  members: Map<Account, 'admin' | 'member'>;
}

export interface Commit {
  sha: string;
  message: string;
  author: Account;
  parent: string;
  /** The whole tree. */
  files: Record<string, string>;
  changed: string[];
}

export interface Hook {
  id: number;
  active: boolean;
  events: string[];
  config: { url: string; secret?: string; content_type?: string; insecure_ssl?: string };
}

export interface Status {
  sha: string;
  state: string;
  context: string;
  description: string;
  target_url: string;
  created_at: string;
}

export interface Deployment {
  id: number;
  sha: string;
  environment: string;
  payload: unknown;
  statuses: { state: string; description: string; environment: string; log_url: string }[];
}

export interface PullRequest {
  number: number;
  title: string;
  author: Account;
  head: { repo: Repository; branch: string };
  base: string;
  isOpen: boolean;
}

export interface Repository {
  id: number;
  owner: Account;
  name: string;
  isPrivate: boolean;
  members: Map<Account, Role>;
  /** From `heads/main` or `tags/v1` to a hash. */
  refs: Map<string, string>;
  hooks: Hook[];
  /** Newest first. */
  statuses: Status[];
  deployments: Deployment[];
  pullRequests: PullRequest[];
}

export const slugOf = ({ owner, name }: Repository) => `${owner.login}/${name}`;

/** State of the fake. */
export class World {
  readonly accounts: Account[] = [];
  readonly repositories: Repository[] = [];
  readonly commits = new Map<string, Commit>();
  /** Repositories by their slugs before a rename. */
  readonly formerSlugs = new Map<string, Repository>();
  private lastId = 1000;

  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  addAccount(login: string, facts: Partial<Account> = {}): Account {
    const account: Account = {
      id: this.nextId(),
      login,
      email: `${login}@example.com`,
      isEmailPublic: true,
      isOrganisation: false,
      isSuspended: false,
      members: new Map(),
      ...facts,
    };
    this.accounts.push(account);
    return account;
  }

  addRepository(owner: Account, name: string, facts: Partial<Repository> = {}): Repository {
    const repository: Repository = {
      id: this.nextId(),
      owner,
      name,
      isPrivate: false,
      members: new Map(),
      refs: new Map(),
      hooks: [],
      statuses: [],
      deployments: [],
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
    const found = this.findRepository(slug);
    if (!found) throw new Error(`There is no repository ${slug}`);
    return found;
  }

  findRepository(slug: string): Repository | undefined {
    const wanted = slug.toLowerCase();
    return this.repositories.find((repository) => slugOf(repository).toLowerCase() === wanted);
  }

  /** Undefined where it sees nothing of the repository. */
  roleOf(account: Account, repository: Repository): Role | undefined {
    const member = this.ownRoleOf(account, repository);
    return member ?? (repository.isPrivate ? undefined : 'read');
  }

  /** The same, but what everyone sees does not count. */
  ownRoleOf(account: Account, { owner, members }: Repository): Role | undefined {
    if (owner === account || owner.members.get(account) === 'admin') return 'admin';
    return members.get(account) ?? (owner.members.has(account) ? 'read' : undefined);
  }

  /** A commit on a ref, new or not. */
  commit(
    author: Account,
    repository: Repository,
    ref: string,
    files: Record<string, string>,
    message: string,
  ): Commit {
    const parent = repository.refs.get(ref) ?? repository.refs.get('heads/main') ?? '';
    const sha = createHash('sha1').update(randomUUID()).digest('hex');
    const tree = { ...this.commits.get(parent)?.files, ...files };
    const changed = Object.keys(files);
    const commit = { sha, message, author, parent, files: tree, changed };
    this.commits.set(sha, commit);
    repository.refs.set(ref, sha);
    return commit;
  }

  /** Finds the commit of a ref or hash. */
  findCommit({ refs }: Repository, name: string): Commit | undefined {
    const sha = refs.get(name) ?? refs.get(`heads/${name}`) ?? refs.get(`tags/${name}`) ?? name;
    return this.commits.get(sha);
  }

  /** From a commit back to another one that it comes from, the oldest first. */
  commitsBetween(base: string, head: string): Commit[] {
    const ancestors = new Set<string>();
    for (let sha = base; sha; sha = this.commits.get(sha)?.parent ?? '') ancestors.add(sha);
    const found: Commit[] = [];
    for (let at = this.commits.get(head); at && !ancestors.has(at.sha); ) {
      found.unshift(at);
      at = this.commits.get(at.parent);
    }
    return found;
  }
}
