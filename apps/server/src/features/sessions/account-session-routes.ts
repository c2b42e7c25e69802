import {
  endOtherSessions,
  endSession,
  endUserSession,
  endUserSessions,
  listSessions,
  listUserSessions,
  type Session as SessionJson,
  sessionCookie,
} from '@millrace/contract/api';
import type { FastifyRequest } from 'fastify';
import { type Session, type SessionStore, sessionIdOf } from '../../accounts/session-store.ts';
import type { UserService } from '../../accounts/user-service.ts';
import type { User } from '../../domain/user.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';

/** Calls that list and end the own sessions, and those of other accounts. */
export function registerAccountSessionRoutes(
  routes: ApiRoutes,
  sessions: Pick<SessionStore, 'list' | 'endOne' | 'endOthers' | 'endAll'>,
  users: Pick<UserService, 'require'>,
): void {
  const list = async (owner: User, request: FastifyRequest) => {
    const cookie = request.cookies[sessionCookie];
    const current = cookie && sessionIdOf(cookie);
    return (await sessions.list(owner.id)).map((session) => toJson(session, current));
  };
  const end = async (owner: User, id: string) => {
    await sessions.endOne(owner.id, id);
    return undefined;
  };

  routes.session(listSessions, ({ viewer, request }) => list(viewer, request));

  routes.session(endSession, ({ viewer, params }) => end(viewer, params.session));

  routes.session(endOtherSessions, async ({ viewer, request }) => {
    await sessions.endOthers(viewer.id, request.cookies[sessionCookie]);
    return undefined;
  });

  routes.session(listUserSessions, async ({ params, request }) =>
    list(await users.require(params.login), request),
  );

  routes.session(endUserSession, async ({ params }) =>
    end(await users.require(params.login), params.session),
  );

  routes.session(endUserSessions, async ({ params }) => {
    await sessions.endAll((await users.require(params.login)).id);
    return undefined;
  });
}

function toJson(
  { id, created, lastSeen, expires, address, browser }: Session,
  current: string | undefined,
): SessionJson {
  const isCurrent = id === current && { current: true };
  return { id, created, last_seen: lastSeen, expires, address, browser, ...isCurrent };
}
