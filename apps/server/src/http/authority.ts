import type { Permissions } from '@millrace/contract/api';
import type { FastifyRequest } from 'fastify';
import type { Repo } from '../domain/repo.ts';
import type { User } from '../domain/user.ts';

export interface RepoAccess {
  repo: Repo;
  permissions: Permissions;
}

/** What an account is in an organisation: owners may change its secrets and templates. */
type Membership = 'none' | 'member' | 'owner';

/** Who calls, and what they may do: asked before each handler runs. */
export interface Authority {
  /** The account behind the credentials, null for a guest. */
  findViewer(request: FastifyRequest): Promise<User | null>;
  /** Null when there is no such repository. */
  findRepoAccess(viewer: User | null, namespace: string, name: string): Promise<RepoAccess | null>;
  findMembership(viewer: User, namespace: string): Promise<Membership>;
}
