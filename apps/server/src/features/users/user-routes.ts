import { changePassword, createToken, getCurrentUser, sessionCookie } from '@millrace/contract/api';
import { toCurrentUserJson, toUserJson } from '../../accounts/user-mapper.ts';
import type { UserService } from '../../accounts/user-service.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { PasswordService } from './password-service.ts';

/** Calls about the signed-in account. */
export function registerUserRoutes(
  routes: ApiRoutes,
  users: UserService,
  passwords: PasswordService,
): void {
  routes.session(getCurrentUser, ({ viewer }) => toCurrentUserJson(viewer));

  routes.session(createToken, async ({ viewer, query }) => {
    const user = query.rotate === 'true' ? await users.rotateToken(viewer) : viewer;
    return { ...toUserJson(user), token: users.readToken(user) };
  });

  routes.session(changePassword, async ({ viewer, body, request }) => {
    await passwords.change(viewer, body, {
      address: request.ip,
      sessionId: request.cookies[sessionCookie],
    });
    return undefined;
  });
}
