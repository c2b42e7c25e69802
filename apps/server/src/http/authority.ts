import { type Permissions, sessionCookie } from '@millrace/contract/api';
import { forbidden, unauthorized } from '@millrace/contract/api-errors';
import type { AuditCredential } from '@millrace/contract/vocabulary';
import type { FastifyRequest } from 'fastify';
import type { Repo } from '../domain/repo.ts';
import type { User, Viewer } from '../domain/user.ts';
import { callSource } from './call-source.ts';
import { browserOf, type CallingBrowser } from './calling-browser.ts';
import { wantsSocket } from './sockets.ts';
import { requireValidRoute } from './token-limits.ts';

export interface RepoAccess {
  repo: Repo;
  permissions: Permissions;
}

/** Role of an account in an organization. Owners may change its secrets and templates. */
type Membership = 'none' | 'member' | 'owner';

/** Identifies callers and checks their permissions before each handler runs. */
export interface Authority {
  /** Returns the account of the credentials; null for a guest. */
  findViewer(request: FastifyRequest): Promise<Viewer | null>;
  /** Returns null if there is no such repository. */
  findRepoAccess(
    viewer: Viewer | null,
    namespace: string,
    name: string,
  ): Promise<RepoAccess | null>;
  findMembership(viewer: User, namespace: string): Promise<Membership>;
  /** Returns a namespace as it is stored. Paths may have it in another case. */
  findNamespace(name: string): Promise<string>;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Finds the account of a Bearer token, `?access_token=` or the session cookie, in this order. For changes and WebSockets,
 * the cookie is valid only in calls from pages of this server. Scripts of other sites cannot read answers
 * with it.
 */
export function createAuthority(parts: {
  findByToken: (token: string) => Promise<Viewer | undefined>;
  findBySession: (cookie: string, browser: CallingBrowser) => Promise<User | undefined>;
  findRepoAccess: Authority['findRepoAccess'];
  findMembership: Authority['findMembership'];
  findNamespace: Authority['findNamespace'];
  publicUrl: () => string;
  /** Called for each call of an active account. */
  onSeen: (user: User) => void;
}): Authority {
  const findByCookie = async (request: FastifyRequest): Promise<User | null> => {
    const id = request.cookies[sessionCookie];
    if (!id) return null;
    const source = callSource(request, parts.publicUrl());
    if (safeMethods.has(request.method) && !wantsSocket(request.raw)) {
      // Only scripts send an `Origin` header with reads, and they could read the answer.
      if (source === 'foreign' && request.headers.origin !== undefined) return null;
    } else {
      if (source === 'foreign') throw forbidden('This call came from another site');
      // Browsers send the cookie with every request. Only a token proves that the user intended this one.
      if (source === 'unknown') return null;
    }
    return (await parts.findBySession(id, browserOf(request))) ?? null;
  };
  return {
    async findViewer(request) {
      const token = tokenOf(request);
      const user: Viewer | null | undefined = token
        ? await parts.findByToken(token)
        : await findByCookie(request);
      if (token && !user) throw unauthorized();
      if (user && !user.active) throw forbidden('Account is not active', 'account_inactive');
      if (user) {
        requireValidRoute(request, user);
        parts.onSeen(user);
      }
      return user ? { ...user, credential: credentialOf(user, token) } : null;
    },
    findRepoAccess: parts.findRepoAccess,
    findMembership: parts.findMembership,
    findNamespace: parts.findNamespace,
  };
}

function credentialOf({ tokenLimits }: Viewer, token: string | undefined): AuditCredential {
  if (tokenLimits) return 'access_token';
  return token ? 'token' : 'session';
}

function tokenOf(request: FastifyRequest): string | undefined {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() === 'bearer') return token;
  const { access_token: fromQuery } = request.query as Record<string, string | undefined>;
  return fromQuery;
}
