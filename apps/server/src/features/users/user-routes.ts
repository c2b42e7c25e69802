import { createToken, getCurrentUser } from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { toUserJson } from './user-mapper.ts';
import type { UserService } from './user-service.ts';

export function registerUserRoutes(routes: ApiRoutes, users: UserService): void {
  routes.session(getCurrentUser, ({ viewer }) => toUserJson(viewer));

  routes.session(createToken, async ({ viewer, query }) => {
    const user = query.rotate === 'true' ? await users.rotateToken(viewer) : viewer;
    return { ...toUserJson(user), token: users.readToken(user) };
  });
}
