import { sessionCookie } from '@millrace/contract/api';
import type { FastifyRequest } from 'fastify';
import type { UserRow } from '../../db/tables.ts';
import type { Authority } from '../../http/authority.ts';
import { forbidden, unauthorized } from '../../shared/errors.ts';
import type { SessionStore } from './session-store.ts';
import type { UserService } from './user-service.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Finds the account behind a Bearer token, `?access_token=` or the session cookie, in this order. */
export function createAuthority(parts: {
  users: UserService;
  sessions: SessionStore;
  findRepoAccess: Authority['findRepoAccess'];
  findMembership: Authority['findMembership'];
}): Authority {
  const findByCookie = async (request: FastifyRequest): Promise<UserRow | null> => {
    const id = request.cookies[sessionCookie];
    const user = id ? await parts.sessions.findUser(id) : undefined;
    if (!user) return null;
    if (!safeMethods.has(request.method) && request.headers['sec-fetch-site'] === 'cross-site') {
      throw forbidden('This call came from another site');
    }
    return user;
  };
  return {
    async findViewer(request) {
      const token = tokenOf(request);
      const user = token ? await parts.users.findByToken(token) : await findByCookie(request);
      if (token && !user) throw unauthorized();
      if (user && !user.active) throw forbidden('Account is not active');
      return user ?? null;
    },
    findRepoAccess: parts.findRepoAccess,
    findMembership: parts.findMembership,
  };
}

function tokenOf(request: FastifyRequest): string | undefined {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() === 'bearer') return token;
  const { access_token: fromQuery } = request.query as Record<string, string | undefined>;
  return fromQuery;
}
